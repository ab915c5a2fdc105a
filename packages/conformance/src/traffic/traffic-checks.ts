import { type Check, checkId } from "../plan/check.ts";
import { plan } from "../plan/plan.ts";
import type { Selection } from "../plan/selection.ts";
import { isNotice, type Requirement, sendsNothing } from "../rule/requirement.ts";
import { emptyWorld } from "../target/empty-world.ts";
import type { Fixtures } from "../target/fixtures.ts";
import { OWN_FIXTURES } from "../target/fixtures-for.ts";
import type { Target } from "../target/target.ts";
import type { Found } from "./onlookers/onlooker.ts";
import { trafficRequirements } from "./requirements.ts";

/** The rules of a selection. */
export interface Chosen {
  readonly requirements: readonly Requirement[];
  readonly selection?: Selection;
}

/** What is there only for a while, or on some targets: clients find it, whether or not the target file names it. */
const SOMETHING: Fixtures = Object.fromEntries(
  Object.values(OWN_FIXTURES).flatMap((own) => Object.values(own).map((name) => [name, "something"])),
);

/**
 * Rules that traffic can show, on all that the target offers: what a run would lack for them, traffic may bring. Those in
 * `onlooked` are shown by what is remembered.
 */
export function trafficChecks(target: Target, chosen: Chosen, onlooked: ReadonlySet<string>): readonly Check[] {
  const rules = chosen.requirements.filter(
    (rule) => sendsNothing(rule) || rule.kind === "probe" || onlooked.has(rule.id),
  );
  const world = emptyWorld(target);
  const fixtures = { ...SOMETHING, ...world.fixtures };
  return plan([...rules, ...trafficRequirements], target, { ...world, fixtures }, chosen.selection)
    .filter(({ obstacle }) => obstacle?.kind !== "not-applicable")
    .map(({ obstacle: _lacking, ...check }) => check);
}

/** The rules of checks that look at every answer: those that judge, and those that note. */
export function lookers(checks: readonly Check[]) {
  const rules = [...new Set(checks.map(({ requirement }) => requirement))];
  return { watches: rules.filter((rule) => rule.kind === "watch"), notices: rules.filter(isNotice) };
}

/** The check that what was found out is about. */
export function checkOf({ requirement, passed }: Found, { contract }: Target): string {
  const { operation: id, version } = passed.call;
  return checkId(requirement, { operation: contract.operation(id, version), version });
}
