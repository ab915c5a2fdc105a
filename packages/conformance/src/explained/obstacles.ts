import type { Check } from "../plan/check.ts";
import { needsOf, risksOf } from "../plan/obstacle.ts";
import { missing, type Need } from "../rule/need.ts";
import type { Requirement } from "../rule/requirement.ts";
import { isFoundByLists } from "../target/found-by-lists.ts";
import { forbidden } from "../target/permission.ts";
import type { Extremes } from "./supposed.ts";

/**
 * Everything that can prevent the checks of a requirement from running, in the words of a report. These are the
 * preconditions that a target without credentials, fixtures and permissions does not meet.
 */
export function obstacles(
  requirement: Requirement,
  checks: readonly Check[],
  { bare: { target, world }, complete }: Extremes,
): readonly string[] {
  const lacking = (need: Need): string | undefined =>
    need.kind === "fixture" && isFoundByLists(need.name, complete.target)
      ? `${need.name}: the run looks for one in the lists; if they show none, state fixtures.${need.name} in the target file`
      : missing(need, target, world);
  const reasons = checks.flatMap(({ risk, subject, work }) => [
    ...risksOf(requirement, risk, subject, target).map((one) => forbidden(one, target)),
    ...needsOf(requirement, subject).map(lacking),
    ...(work.kind === "cases" ? work.cases.flatMap(({ needs = [] }) => needs.map(lacking)) : []),
  ]);
  const known = new Set(reasons.filter((reason) => reason !== undefined));
  // Reading needs no permission.
  known.delete(forbidden("read", target) ?? "");
  return [...known];
}
