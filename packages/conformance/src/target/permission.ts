import type { Risk } from "../ground/risk.ts";
import type { Target } from "./target.ts";

const PERMISSIONS: Readonly<Record<Risk, string>> = {
  read: "read",
  create: "create records (the run deletes them afterwards)",
  update: "change records (the run restores them afterwards)",
  delete: "delete records that the run created",
  costly: "create records that may cost money",
  irreversible: "make changes that cannot be undone",
  quota: "use up the token endpoint's quota for a minute",
};

/** Why a run may not do anything with this risk, and how to permit it; `undefined` if it may. */
export function forbidden(risk: Risk, target: Pick<Target, "allow" | "allowedBy">): string | undefined {
  if (target.allow.has(risk)) return undefined;
  return `needs your permission to ${PERMISSIONS[risk]}: ${howToPermit(risk, target)}`;
}

/** Names the places that withhold a permission: a run has what both the flag and the file name, if both name any. */
function howToPermit(risk: Risk, { allowedBy: { file, flag } = {} }: Pick<Target, "allowedBy">): string {
  const inFile = `add ${risk} to "allow" in the target file`;
  if (file === undefined) return `add --allow ${risk} or "allow: [${risk}]" in the target file`;
  if (flag === undefined) return inFile;
  if (file.has(risk)) return `add ${risk} to --allow; the target file already names it`;
  return flag.has(risk)
    ? `${inFile}; --allow names it, and a run has what both name`
    : `${inFile} and to --allow, as a run has what both name`;
}
