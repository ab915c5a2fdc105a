import { steadyNow } from "@plumbline/client";
import type { Campaign, CampaignRequirement, Finding } from "@plumbline/conformance";
import { broken, observed, upheld } from "@plumbline/conformance";
import { type RouteVersion, versionLabel } from "@plumbline/schemas";
import type { Share } from "../campaigns/budget.ts";
import type { Search } from "../campaigns/settings.ts";
import { explore, type StateFailure } from "../stateful/explore.ts";
import { ALERT_CONFIGURATIONS, alertConfigurations } from "../stateful/kinds.ts";
import { scenarioOf } from "../stateful/scenario.ts";

const ROUNDS = 12;
/** Scenarios of a round. The versions alternate, so that a small budget covers all of them. */
const SCENARIOS = 5;
/** Steps of a scenario. Each takes up to two requests, and cleanup deletes the remaining records. */
const LONGEST = 24;
const RESERVED = LONGEST * 2;
const RACES = 5;
/** Exchanges shown for a failure: the last ones, which contain it. */
const KEPT = 8;

interface StatesSettings extends Pick<Search, "seed" | "log" | "until" | "shard"> {
  readonly share: Share;
  readonly versions: readonly RouteVersion[];
}

/**
 * Plays scenarios of dependent writes, and small races, on the run's own records, and compares the target with a model
 * of the state rules.
 */
export const statesRequirement = (settings: StatesSettings): CampaignRequirement => ({
  kind: "campaign",
  id: "FUZZ-STATES",
  level: "MUST",
  basis: "derived:D6",
  text: "After writes in any order, also at the same time, the records are what some order of the accepted writes produces.",
  section: "States and transitions",
  risk: "create",
  needs: [{ kind: "fixture", name: "groupId" }],
  mock: "a mock keeps no state",
  search: async (campaign) => {
    const { contract, world } = campaign;
    const served = settings.versions.filter((version) =>
      ALERT_CONFIGURATIONS.every(
        (operation) => contract.route(operation, version) && !world.unbound.has(`${operation}/${version}`),
      ),
    );
    const played = new Map(served.map((version): [RouteVersion, Played] => [version, { scenarios: 0 }]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [version, own] of played)
        if (own.failure === undefined) await playRound(round, version, own, campaign, settings);
    settings.share.close();
    return [...played].map(([version, { failure, scenarios }]) => findingOf(failure, version, scenarios));
  },
});

/** The results for one version so far. */
interface Played {
  scenarios: number;
  failure?: StateFailure;
}

/** Plays the scenarios of one round in one version, and logs the failure that they find. */
async function playRound(
  round: number,
  version: RouteVersion,
  played: Played,
  campaign: Campaign,
  { seed: first, log, until, share }: StatesSettings,
): Promise<void> {
  const { contract, world, signal } = campaign;
  const seed = first + round;
  const isOver = (): boolean => {
    if (signal.aborted || (until !== undefined && steadyNow() > until)) return true;
    for (let one = 0; one < RESERVED; one += 1) if (!share.take()) return true;
    played.scenarios += 1;
    return false;
  };
  const failure = await explore({
    campaign,
    kind: alertConfigurations({ contract, world, matcherFields: [] }, version),
    version,
    seed,
    scenarios: SCENARIOS,
    longest: LONGEST,
    // Races are not random, so one round of them is enough.
    races: round === 0 ? RACES : 0,
    isOver,
  });
  if (failure === undefined) return;
  played.failure = failure;
  const { evidence } = failure.mismatch;
  const expected = campaign.redacted(failure.mismatch.expected);
  const received = campaign.redacted(failure.mismatch.received);
  for (const id of evidence.slice(-KEPT)) campaign.keep(id);
  log?.scenario(scenarioOf({ rule: "FUZZ-STATES", version, steps: failure.steps, expected, received, seed }));
}

function findingOf(failure: StateFailure | undefined, version: RouteVersion, scenarios: number): Finding {
  const subject = { operation: "updateAlertConfig", version: versionLabel(version), name: "scenarios" };
  if (failure === undefined) {
    const judgement =
      scenarios >= ROUNDS * SCENARIOS
        ? upheld
        : observed(`${scenarios} scenarios hold, and the number of requests was used up`);
    return { ...subject, judgement, evidence: [] };
  }
  const { expected, received, evidence } = failure.mismatch;
  const steps = failure.steps.map((step) => JSON.stringify(step)).join(" then ");
  return { ...subject, judgement: broken(`${expected}, after ${steps}`, received), evidence: evidence.slice(-KEPT) };
}
