import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import type { MainGiven } from "./main-credential.ts";

/**
 * The main credential from variables whose names begin with `prefix`: a key (`_PUBLIC_KEY`, `_PRIVATE_KEY`), or else a
 * service account (`_CLIENT_ID`, `_CLIENT_SECRET`), or else a token (`_TOKEN`); `undefined` if none is set.
 * @throws UsageError when only one half of a key or a service account is set.
 */
export function mainFromEnvironment(environment: Terminal["environment"], prefix = "PLUMBLINE"): MainGiven | undefined {
  const key = pairFrom(environment, "a key", `${prefix}_PUBLIC_KEY`, `${prefix}_PRIVATE_KEY`);
  if (key !== undefined) return { kind: "key", key: { scheme: "digest", label: "main", ...key } };
  const account = pairFrom(environment, "a service account", `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`);
  if (account !== undefined) return { kind: "account", account: { scheme: "basic", label: "main", ...account } };
  const secretVariable = `${prefix}_TOKEN`;
  const token = environment[secretVariable];
  return token ? { kind: "token", token, secretVariable } : undefined;
}

function pairFrom(environment: Terminal["environment"], what: string, userVariable: string, secretVariable: string) {
  const [username, password] = [environment[userVariable], environment[secretVariable]];
  if (!username && !password) return undefined;
  if (!username || !password)
    throw new UsageError(`only one of ${userVariable} and ${secretVariable} is set: ${what} needs both`);
  return { username, password, userVariable, secretVariable };
}
