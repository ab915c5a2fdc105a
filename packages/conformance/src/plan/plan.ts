import type { Requirement } from "../rule/requirement.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { withinBudget } from "./budget.ts";
import type { Check } from "./check.ts";
import { checksOf } from "./checks-of.ts";
import { type Selection, selectsCheck, selectsRequirement, selectsSubject, visitingOrOwn } from "./selection.ts";

/**
 * Every check of a run in order, decided before the first request: which requests it sends, what they may change, and
 * why it cannot run. Pure.
 */
export function plan(
  requirements: readonly Requirement[],
  target: Target,
  world: World,
  selection: Selection = {},
): readonly Check[] {
  const subjects = subjectsOf(target, world);
  const { budget } = selection;
  const checks = requirements
    .filter((requirement) => selectsRequirement(selection, requirement))
    .flatMap((requirement) => {
      const own = subjects.filter((subject) => selectsSubject(selection, subject));
      return checksOf(requirement, own, target, world);
    })
    .filter((check) => selectsCheck(selection, check))
    .flatMap((check) => visitingOrOwn(selection, check));
  return budget?.requests === undefined ? checks : withinBudget(checks, budget.requests);
}
