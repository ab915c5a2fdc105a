import type { Caller } from "../auth/authenticate.ts";

/** The name recorded for a caller's changes; empty for callers without one. */
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
