import { type Finding, observed } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import { matcherFields } from "../asking/matcher-fields.ts";
import type { BodyParts } from "../cases/bodies.ts";
import { drawnTestCases } from "../cases/drawn.ts";
import { type CampaignScope, planOfAll } from "../cases/plan.ts";
import { type Choice, subjectsOf } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import { FuzzLog } from "../coverage/log.ts";
import { planHash } from "../order.ts";
import { Firing } from "./firing.ts";
import { inLanes } from "./in-lanes.ts";
import { laneOf } from "./lane-of.ts";
import type { Member } from "./member.ts";
import { paidBy } from "./paid-by.ts";
import type { Search } from "./settings.ts";
import { Stands } from "./stands.ts";
import { turns, without } from "./turns.ts";
import { ignoreUnsent } from "./unsent.ts";

/** Concurrent requests. */
const LANES = 16;

/**
 * Sends the requests of all campaigns in one order as far as budget and signal allow, restores everything, and returns
 * the result of each campaign.
 */
export async function search(
  settings: Search,
  members: readonly Member[],
): Promise<readonly (readonly Finding[] | Error)[]> {
  const [first] = members;
  if (first === undefined) return [];
  const { seed, choice, share, shard, reach, log = new FuzzLog() } = settings;
  const { contract, world, signal } = first.campaign;
  log.world = world;
  log.shown = (why) => first.campaign.redacted(why);
  const parts: BodyParts = { contract, world, matcherFields: await matcherFieldsFor(members, settings) };
  const scopes = members.map(({ scope }) => scope);
  const plan = planOfAll(scopes, parts, seed, choice, shard);
  const stands = new Stands(members, { settings, parts, plan, log });
  log.planned(planHash(plan), plan.length);
  const recalled = reach?.begin({ plan, scopes, parts, seed, choice, shard }) ?? [];
  const beyond = new Set(recalled.length === 0 ? [] : without(recalled, plan));
  const firing = new Firing(settings, stands, log, signal, beyond);
  const fireAll = (jobs: Iterator<TestCase>): Promise<void> =>
    inLanes({
      jobs,
      width: LANES,
      keyOf: (testCase) => laneOf(stands.familyOf(testCase), testCase),
      work: (testCase) => firing.fire(testCase),
    });
  try {
    await fireAll(turns(plan, recalled, settings));
    // Drawn requests come last: drawn reads would use up requests that the planned writes need, which wait for each
    // other.
    if (settings.endless === true) await fireAll(drawnTestCases(scopes, parts, seed, choice, shard));
    if (settings.log !== undefined) for (const { runner } of stands.all()) await runner.shrinkAll().catch(ignoreUnsent);
  } finally {
    share.close();
  }
  return scopes.map((scope) => cameTo(scope, stands, parts, choice));
}

/** The result of one campaign: its findings, or the error by which it failed. */
function cameTo(scope: CampaignScope, stands: Stands, parts: BodyParts, choice: Choice): readonly Finding[] | Error {
  const runner = stands.ofScope(scope)?.runner;
  const findings = runner?.findings() ?? [];
  return runner?.error ?? (findings.length > 0 ? findings : nothingToAsk(scope, parts, choice));
}

/** A part of a plan may contain no requests of a kind, which is not a gap of the run. */
function nothingToAsk({ family }: CampaignScope, { contract, world }: BodyParts, choice: Choice): readonly Finding[] {
  const [subject] = subjectsOf(contract, world, family, choice);
  if (subject === undefined) return [];
  const { operation, version } = subject;
  const judgement = observed("the selected operations have no request of this kind");
  return [{ operation: operation.id, version: versionLabel(version), name: "cases", judgement, evidence: [] }];
}

async function matcherFieldsFor(members: readonly Member[], { share, choice }: Search): Promise<readonly string[]> {
  const member = members.find(({ scope }) => scope.family === "configurations");
  if (member === undefined) return [];
  const { ask, contract } = member.campaign;
  try {
    return await matcherFields(paidBy(share, ask), contract, choice.versions);
  } catch (error) {
    ignoreUnsent(error);
    return [];
  }
}
