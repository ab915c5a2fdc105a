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
export function forbidden(risk: Risk, { allow }: Pick<Target, "allow">): string | undefined {
  if (allow.has(risk)) return undefined;
  return `needs your permission to ${PERMISSIONS[risk]}: add --allow ${risk} or "allow: [${risk}]" in the target file`;
}
