import {
  broken,
  type Campaign,
  type CampaignRequirement,
  type Finding,
  inconclusive,
  upheld,
} from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import type { BodyParts } from "../cases/bodies.ts";
import { alertConfigurations } from "../stateful/kinds.ts";
import { race, snapshotBody } from "../stateful/race.ts";
import { Runner, StateMismatch, UnansweredStep } from "../stateful/runner.ts";
import type { Scenario } from "../stateful/scenario.ts";
import { findingNames } from "./finding-names.ts";
import { lacking } from "./lacking.ts";
import type { Replayed, ReplaySettings } from "./replay.ts";
import { worstPermitted } from "./worst-permitted.ts";

/** How often a scenario with a race is played before it counts as fixed. */
const RACES = 20;

interface Came {
  readonly came: Replayed;
  readonly why: string;
}

/** A campaign that replays stored scenarios, each on its own records. `told` receives each result. */
export function replayScenariosRequirement(
  scenarios: readonly Scenario[],
  settings: ReplaySettings,
  told: (scenario: Scenario, came: Replayed, why: string) => void = () => undefined,
): CampaignRequirement {
  return {
    kind: "campaign",
    id: "FUZZ-REPLAY-STATES",
    level: "MUST",
    basis: "derived:D6",
    text: "Scenarios that were stored because a target did otherwise are played as they should be.",
    section: "States and transitions",
    risk: worstPermitted(scenarios, settings),
    search: async (campaign) => {
      const findings: Finding[] = [];
      const names = findingNames(scenarios);
      for (const scenario of scenarios) {
        const forbidden = lacking(scenario, settings);
        const { came, why }: Came =
          forbidden === undefined ? await played(scenario, campaign) : { came: "ERROR", why: forbidden };
        told(scenario, came, why);
        const operation = scenario.rule === "FUZZ-RACES" ? "takeSnapshot" : "updateAlertConfig";
        const judgement =
          came === "FIXED" ? upheld : came === "FAILED" ? broken(scenario.expected, why) : inconclusive(why);
        const { fingerprint, version } = scenario;
        const name = names.get(scenario) ?? fingerprint;
        findings.push({ operation, version: versionLabel(version), name, judgement, evidence: [] });
      }
      return findings;
    },
  };
}

async function played(scenario: Scenario, campaign: Campaign): Promise<Came> {
  const { contract, world } = campaign;
  const parts: BodyParts = { contract, world, matcherFields: [] };
  const isRace = scenario.steps.some((step) => Array.isArray(step));
  try {
    for (let time = 0; time < (isRace ? RACES : 1); time += 1) {
      const came =
        scenario.rule === "FUZZ-RACES"
          ? await racedOnce(scenario, campaign, parts)
          : await stepped(scenario, campaign, parts);
      if (came.came !== "FIXED") return came;
    }
  } catch (error) {
    if (error instanceof UnansweredStep) return { came: "ERROR", why: error.message };
    if (error instanceof StateMismatch) return { came: "FAILED", why: error.message };
    if (error instanceof Error && ["NotSentError", "HandsOffError"].includes(error.name))
      return { came: "ERROR", why: error.message };
    throw error;
  }
  return { came: "FIXED", why: "as the model says" };
}

async function stepped({ steps, version }: Scenario, campaign: Campaign, parts: BodyParts): Promise<Came> {
  const runner = new Runner({ ask: campaign.ask, kind: alertConfigurations(parts, version), version });
  try {
    for (const step of steps) await ("do" in step ? runner.play(step) : runner.race(step));
  } finally {
    for (const exchange of runner.made) await campaign.giveBack(exchange);
  }
  return { came: "FIXED", why: "as the model says" };
}

async function racedOnce({ version }: Scenario, campaign: Campaign, parts: BodyParts): Promise<Came> {
  const { kind, told } = await race(campaign, version, snapshotBody(parts, version));
  if (kind === "explained") return { came: "FIXED", why: told };
  return { came: kind === "broken" ? "FAILED" : "ERROR", why: told };
}
