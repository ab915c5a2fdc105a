import type { Caller } from "../auth/authenticate.ts";

/** The name under which a caller's changes are noted; callers without one leave it empty. */
export function usernameOf(caller: Caller): string {
  switch (caller.kind) {
    case "key":
    case "token":
      return caller.username;
    case "metrics":
    case "client":
      return "";
    default:
      return caller satisfies never;
  }
}
