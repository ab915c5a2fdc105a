import type { Level } from "@plumbline/report";
import type { InterfaceVersion, OperationId } from "@plumbline/schemas";
import type { Risk } from "../ground/risk.ts";
import type { Subject } from "../ground/subject.ts";
import { areaOf } from "../rule/area-of.ts";
import type { Requirement } from "../rule/requirement.ts";
import type { Check } from "./check.ts";
import { inShard } from "./shard.ts";

/** The part of the suite that a user selects; a missing member selects everything. */
export interface Selection {
  /** Requirement ids, check ids, or prefixes that end in `*`. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly areas?: readonly string[];
  readonly levels?: readonly Level[];
  /** `stated`, `derived`, `derived:D1`, `not-shown`. */
  readonly bases?: readonly string[];
  readonly operations?: readonly OperationId[];
  readonly versions?: readonly InterfaceVersion[];
  readonly risks?: readonly Risk[];
  /** One of several parts that together are the whole run; `index` counts from one. */
  readonly shard?: { readonly index: number; readonly of: number };
  readonly budget?: Budget;
}

/** The limits of a run. It leaves out checks that do not fit, the least valuable first. */
export interface Budget {
  readonly requests?: number;
  readonly seconds?: number;
}

/** In a shard, the checks that belong to it, and the invariants of the others, because stories call many operations. */
export function visitingOrOwn(selection: Selection, check: Check): readonly Check[] {
  if (permits(selection, check)) return [check];
  const { shard: _shard, ...whole } = selection;
  const watches = check.work.kind === "watch" && check.obstacle === undefined;
  return watches && permits(whole, check) ? [{ ...check, visiting: true }] : [];
}

/** Whether the selection includes a check's risk, and the check belongs to this shard. */
export function permits({ risks, shard }: Selection, check: Check): boolean {
  if (risks !== undefined && !risks.includes(check.risk)) return false;
  return shard === undefined || inShard(check, shard);
}

/** Whether the selection includes a requirement. It may still exclude single checks. */
export function selectsRequirement(selection: Selection, requirement: Requirement): boolean {
  const { only, skip, areas, levels, bases } = selection;
  if (only && !only.some((pattern) => namesRequirement(pattern, requirement.id))) return false;
  if (skip?.some((pattern) => !pattern.includes("@") && namesRequirement(pattern, requirement.id))) return false;
  if (areas && !areas.includes(areaOf(requirement.id))) return false;
  if (levels && !levels.includes(requirement.level)) return false;
  return !bases || bases.some((basis) => requirement.basis === basis || requirement.basis.startsWith(`${basis}:`));
}

/** Whether the selection includes an operation in this version. */
export const selectsSubject = (selection: Selection, subject: Subject): boolean =>
  selection.operations?.includes(subject.operation.id) !== false && selectsVersion(selection, subject);

/** Whether the selection includes the version. Operations without a version belong to all. */
export const selectsVersion = ({ versions }: Selection, { version }: Pick<Subject, "version">): boolean =>
  versions === undefined || version === "standalone" || versions.includes(version);

/** If only check ids name a requirement, the selection includes those checks and no others of it. */
export function selectsCheck({ only, skip }: Selection, { id, requirement }: Check): boolean {
  if (skip?.includes(id)) return false;
  const naming = only?.filter((pattern) => namesRequirement(pattern, requirement.id));
  return naming?.every((pattern) => pattern.includes("@")) === true ? naming.includes(id) : true;
}

/**
 * Whether a pattern names a requirement: `PAGE-*` by prefix, a check id by its requirement, any other only as a whole.
 */
export function namesRequirement(pattern: string, id: string): boolean {
  const requirement = pattern.split("@")[0] ?? pattern;
  return requirement.endsWith("*") ? id.startsWith(requirement.slice(0, -1)) : id === requirement;
}
