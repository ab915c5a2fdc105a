import type { Requirement } from "../rule/requirement.ts";
import type { Check } from "./check.ts";

/** Groups checks by requirement, both in the order of the plan, in one pass: there are thousands of checks. */
export function byRequirement(checks: readonly Check[]): ReadonlyMap<Requirement, readonly Check[]> {
  const groups = new Map<Requirement, Check[]>();
  for (const check of checks) {
    const group = groups.get(check.requirement);
    if (group === undefined) groups.set(check.requirement, [check]);
    else group.push(check);
  }
  return groups;
}
