import { steadyNow } from "@plumbline/client";
import type { CampaignRequirement, Finding } from "@plumbline/conformance";
import { broken, inconclusive, observed, upheld } from "@plumbline/conformance";
import { type RouteVersion, versionLabel } from "@plumbline/schemas";
import type { Share } from "../campaigns/budget.ts";
import type { Search } from "../campaigns/settings.ts";
import type { BodyParts } from "../cases/bodies.ts";
import { AT_ONCE, IN_TURN, type Raced, race, snapshotBody, TRIES } from "../stateful/race.ts";
import { type Scenario, scenarioOf } from "../stateful/scenario.ts";

/** Races in each version. */
const ROUNDS = 3;
/** Requests of a round: a read, the race, the state of each accepted snapshot, and the requests in turn. */
const NEEDED = 1 + 2 * AT_ONCE + TRIES * IN_TURN;

/** Requests several snapshots at the same moment. The target may accept at most one, because it blocks the others. */
export function racesRequirement(
  settings: Pick<Search, "seed" | "log" | "until"> & {
    readonly share: Share;
    readonly versions: readonly RouteVersion[];
  },
): CampaignRequirement {
  const { share, seed, versions, log, until } = settings;
  return {
    kind: "campaign",
    id: "FUZZ-RACES",
    level: "MUST",
    basis: "derived:D8",
    text: "Of snapshots that are requested at the same moment, the server takes no more than if they were requested one after another.",
    section: "States and transitions",
    risk: "costly",
    needs: [{ kind: "fixture", name: "clusterName" }],
    mock: "a mock keeps no state",
    search: async (campaign) => {
      const { contract, world, signal } = campaign;
      const parts: BodyParts = { contract, world, matcherFields: [] };
      const findings: Finding[] = [];
      for (const version of versions) {
        if (contract.route("takeSnapshot", version) === undefined || world.unbound.has(`takeSnapshot/${version}`))
          continue;
        const rawBody = snapshotBody(parts, version);
        const results: Raced[] = [];
        const isOver = (): boolean => signal.aborted || (until !== undefined && steadyNow() > until);
        while (results.length < ROUNDS && !isOver() && !results.some(({ kind }) => kind === "broken")) {
          if (!Array.from({ length: NEEDED }, () => share.take()).every(Boolean)) break;
          results.push(await race(campaign, version, rawBody));
        }
        const worst = results.find(({ kind }) => kind === "broken");
        for (const id of worst?.evidence ?? []) campaign.keep(id);
        if (worst !== undefined) log?.scenario(scenarioFor(version, campaign.redacted(worst.told), seed));
        findings.push(findingOf(version, worst, results));
      }
      share.close();
      return findings;
    },
  };
}

const EXPLAINED = `answers to ${AT_ONCE} requests at once that some order explains: one snapshot is taken and the others are refused`;

const scenarioFor = (version: RouteVersion, told: string, seed: number): Scenario =>
  scenarioOf({
    rule: "FUZZ-RACES",
    version,
    steps: [Array.from({ length: AT_ONCE }, () => ({ do: "create", variant: 0 }) as const)],
    expected: EXPLAINED,
    received: told,
    seed,
  });

function findingOf(version: RouteVersion, worst: Raced | undefined, results: readonly Raced[]): Finding {
  const subject = { operation: "takeSnapshot", version: versionLabel(version), name: "races" };
  if (worst !== undefined)
    return {
      ...subject,
      judgement: broken(EXPLAINED, worst.told),
      evidence: worst.evidence,
    };
  const explained = results.filter(({ kind }) => kind === "explained").length;
  if (results.length === 0)
    return { ...subject, judgement: observed("no race was begun: the number of requests was used up"), evidence: [] };
  if (explained > 0) return { ...subject, judgement: upheld, evidence: results[0]?.evidence ?? [] };
  return {
    ...subject,
    judgement: inconclusive(`no race could be judged: ${results[0]?.told}`),
    evidence: results[0]?.evidence ?? [],
  };
}
