import type { Mistake } from "./mistake.ts";
import type { TargetFile } from "./target-file.ts";

/** Credentials that contradict `authentication: none`, because the server then has no use for them. */
const OF_AUTHENTICATION = [
  "main",
  "noRole",
  "otherProject",
  "roles",
  "serviceAccount",
  "blockedServiceAccount",
] as const;
const OF_ROLES = ["noRole", "otherProject", "roles"] as const;

/** Credentials that contradict a declaration of the file that the server has no authentication, or no roles. Pure. */
export function mistakesInDeclarations({ authentication, roles, credentials = {} }: TargetFile): readonly Mistake[] {
  const [said, names] =
    authentication === "none"
      ? (["authentication: none", OF_AUTHENTICATION] as const)
      : (["roles: none", roles === "none" ? OF_ROLES : []] as const);
  const others = Array.isArray(roles)
    ? Object.keys(credentials.roles ?? {}).filter((role) => !roles.includes(role))
    : [];
  return [
    ...names
      .filter((name) => credentials[name] !== undefined)
      .map((name) => ({
        pointer: `/credentials/${name}`,
        text: `contradicts "${said}": leave one of the two out`,
      })),
    ...others.map((role) => ({
      pointer: `/credentials/roles/${role}`,
      text: `is not in "roles", which lists all roles of the server: add "${role}" there, or leave the key out`,
    })),
  ];
}
