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

/** Requirements, and the selection from them. */
export interface Chosen {
  readonly requirements: readonly Requirement[];
  readonly selection?: Selection;
}

/**
 * Values for fixtures that exist only for a while, or only on some targets: clients may use these records even if the
 * target file does not name them.
 */
const SOMETHING: Fixtures = Object.fromEntries(
  Object.values(OWN_FIXTURES).flatMap((own) => Object.values(own).map((name) => [name, "something"])),
);

/**
 * The checks that traffic can decide, for everything that the target offers. Preconditions that a run would lack are
 * ignored, because the traffic may contain the requests. Onlookers decide the requirements in `onlooked`.
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

/** The requirements of checks that examine every answer: invariants and notices. */
export function lookers(checks: readonly Check[]) {
  const rules = [...new Set(checks.map(({ requirement }) => requirement))];
  return { watches: rules.filter((rule) => rule.kind === "watch"), notices: rules.filter(isNotice) };
}

/** The id of the check that a finding is about. */
export function checkOf({ requirement, passed }: Found, { contract }: Target): string {
  const { operation: id, version } = passed.call;
  return checkId(requirement, { operation: contract.operation(id, version), version });
}
