import type { Mistake } from "./mistake.ts";
import type { TargetFile } from "./target-file.ts";

/** Credentials that a server without authentication, or without roles, has no use for. */
const OF_AUTHENTICATION = [
  "main",
  "noRole",
  "otherProject",
  "roles",
  "serviceAccount",
  "blockedServiceAccount",
] as const;
const OF_ROLES = ["noRole", "otherProject", "roles"] as const;

/** Credentials beside the statement that the server has none of that. Pure. */
export function mistakesInDeclarations({ authentication, roles, credentials = {} }: TargetFile): readonly Mistake[] {
  const [said, names] =
    authentication === "none"
      ? (["authentication: none", OF_AUTHENTICATION] as const)
      : (["roles: none", roles === "none" ? OF_ROLES : []] as const);
  return names
    .filter((name) => credentials[name] !== undefined)
    .map((name) => ({
      pointer: `/credentials/${name}`,
      text: `contradicts "${said}": leave one of the two out`,
    }));
}
