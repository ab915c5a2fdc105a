import type { Check } from "../plan/check.ts";
import { needsOf, risksOf } from "../plan/obstacle.ts";
import { missing } from "../rule/need.ts";
import type { Requirement } from "../rule/requirement.ts";
import { forbidden } from "../target/permission.ts";
import type { Supposed } from "./supposed.ts";

/**
 * Everything that can keep the checks of a rule from running, in the words in which a report says so: what a target misses
 * that lends and permits nothing.
 */
export function obstacles(
  requirement: Requirement,
  checks: readonly Check[],
  { target, world }: Supposed,
): readonly string[] {
  const reasons = checks.flatMap(({ risk, subject, work }) => [
    ...risksOf(requirement, risk, subject, target).map((one) => forbidden(one, target)),
    ...needsOf(requirement, subject).map((need) => missing(need, target, world)),
    ...(work.kind === "cases"
      ? work.cases.flatMap(({ needs = [] }) => needs.map((need) => missing(need, target, world)))
      : []),
  ]);
  const known = new Set(reasons.filter((reason) => reason !== undefined));
  // Reading is what a run does without being permitted anything.
  known.delete(forbidden("read", target) ?? "");
  return [...known];
}
