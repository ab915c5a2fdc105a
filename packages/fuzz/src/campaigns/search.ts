import type { Exchange } from "@plumbline/client";
import { steadyNow } from "@plumbline/client";
import {
  type Ask,
  type Campaign,
  type Finding,
  HandsOffError,
  observed,
  staysBehind,
  TooHeavyError,
  writeOf,
} from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import { BaseRequests } from "../asking/base-requests.ts";
import { matcherFields } from "../asking/matcher-fields.ts";
import type { BodyParts } from "../cases/bodies.ts";
import { drawnTestCases } from "../cases/drawn.ts";
import { type CampaignScope, planOfAll } from "../cases/plan.ts";
import { type Choice, type Family, familyOf, type Shard, subjectsOf } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import { FuzzLog } from "../coverage/log.ts";
import type { Ear } from "../failures/ear.ts";
import type { Reach } from "../memory/reach.ts";
import { planHash } from "../order.ts";
import type { Share } from "./budget.ts";
import { CaseRunner } from "./case-runner.ts";
import { inLanes } from "./in-lanes.ts";
import { SpentError } from "./spent-error.ts";
import { Tally } from "./tally.ts";

/** How the campaigns of a run are worked off together. */
export interface Search {
  readonly seed: number;
  readonly choice: Choice;
  readonly share: Share;
  readonly log?: FuzzLog;
  readonly shard?: Shard;
  /** Milliseconds since the epoch after which nothing more is begun. */
  readonly until?: number;
  /** Requests without anything new after which the search ends. */
  readonly dryAfter?: number;
  /** Goes on with drawn requests when all enumerated ones were sent. @default false */
  readonly endless?: boolean;
  /** Makes failures of what rules about all answers say to the answers of test cases. */
  readonly ear?: Ear;
  /** What earlier runs have reached is asked first, with half of the requests and of the time at most. */
  readonly reach?: Reach;
  /** Requests that the share has when nothing is sent. @default no limit */
  readonly requests?: number;
  readonly onRequest?: () => void;
  /** Hears of every test case as it was sent and of its answer. */
  readonly onAnswer?: (testCase: TestCase, exchange: Exchange) => void;
}

/** One campaign of a search. */
export interface Member {
  readonly id: string;
  readonly scope: CampaignScope;
  readonly campaign: Campaign;
}

/** Requests at a time. */
const LANES = 16;

/**
 * Sends the requests of all campaigns in one order as far as budget and signal allow, puts everything back, and says of
 * each campaign what came of it.
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
  const families = new Map(contract.operations.map((operation) => [operation.id, familyOf(operation)]));
  const familyOfTestCase = ({ operation }: TestCase): Family | undefined => families.get(operation);
  const keyOfTestCase = (testCase: TestCase): string => scopeKey(familyOfTestCase(testCase), testCase);
  const plans = new Map(scopes.map((scope): [string, TestCase[]] => [scopeKey(scope.family, scope), []]));
  for (const testCase of plan) plans.get(keyOfTestCase(testCase))?.push(testCase);
  const holds = new Map<Family, BaseRequests>();
  const stands = new Map<string, CaseRunner>();
  const tallies = new Map<string, Tally>();
  for (const { id, scope, campaign } of members) {
    const key = scopeKey(scope.family, scope);
    const own = plans.get(key) ?? [];
    log.plan(id, planHash(own), own);
    const tally = new Tally(own);
    tallies.set(key, tally);
    const baseRequests =
      holds.get(scope.family) ?? new BaseRequests({ ...campaign, ask: paidBy(share, campaign.ask) }, parts);
    holds.set(scope.family, baseRequests);
    const onAnswer = (testCase: TestCase, exchange: Exchange): void => {
      settings.onRequest?.();
      settings.onAnswer?.(testCase, exchange);
    };
    stands.set(
      key,
      new CaseRunner({
        id,
        scope,
        campaign,
        seed,
        log,
        parts,
        baseRequests,
        tally,
        ear: settings.ear,
        reach,
        onAnswer,
      }),
    );
  }
  log.planned(planHash(plan), plan.length);
  const recalled = reach?.begin({ plan, scopes, parts, seed, choice, shard }) ?? [];
  const beyond = new Set(recalled.length === 0 ? [] : without(recalled, plan));

  let stopped: string | undefined;
  const fire = async (testCase: TestCase): Promise<boolean> => {
    const key = keyOfTestCase(testCase);
    const stand = stands.get(key);
    if (stand === undefined || signal.aborted || stopped !== undefined) return false;
    if (stand.error !== undefined) return true;
    stopped = whyOver(settings, log);
    if (stopped !== undefined || !share.take()) return false;
    if (testCase.id.startsWith("drawn ") || beyond.has(testCase)) tallies.get(key)?.plan(testCase);
    try {
      await stand.fire(testCase);
    } catch (error) {
      if (isUnsent(error)) {
        stopped = error.message;
        if (error instanceof SpentError) stand.spent(testCase, stopped);
        else stand.skip(testCase, stopped);
        return false;
      }
      if (error instanceof HandsOffError) {
        stand.skip(testCase, error.message, !(error instanceof TooHeavyError));
        return true;
      }
      stand.error = error instanceof Error ? error : new Error(String(error));
    }
    return true;
  };
  const planned = function* () {
    const first = new Set<TestCase>();
    const isHalfOver = halfOf(settings);
    for (const testCase of recalled) {
      if (isHalfOver(first.size)) break;
      first.add(testCase);
      yield testCase;
    }
    const rest = keepingRoom(first.size === 0 ? plan : without(plan, [...first]));
    if (reach === undefined) yield* rest;
    else {
      yield* rest.filter((testCase) => !reach.isKnown(testCase));
      yield* rest.filter((testCase) => reach.isKnown(testCase));
    }
  };
  const fireAll = (jobs: Iterator<TestCase>): Promise<void> =>
    inLanes({ jobs, width: LANES, keyOf: (testCase) => laneOf(familyOfTestCase(testCase), testCase), work: fire });
  try {
    await fireAll(planned());
    // Not before: drawn reads would use up what planned writes need, which wait for one another.
    if (settings.endless === true) await fireAll(drawnTestCases(scopes, parts, seed, choice, shard));
    if (settings.log !== undefined) for (const stand of stands.values()) await stand.shrinkAll().catch(ignoreUnsent);
  } finally {
    share.close();
  }
  return members.map(({ scope }) => {
    const key = scopeKey(scope.family, scope);
    const stand = stands.get(key);
    const findings = stand?.findings() ?? [];
    return stand?.error ?? (findings.length > 0 ? findings : nothingToAsk(scope, parts, choice));
  });
}

/** What leaves a record for good goes last: when no more may stay, its operation is sent nothing, not even what it must refuse. */
function keepingRoom(plan: readonly TestCase[]): readonly TestCase[] {
  const leaves = ({ aim, operation }: TestCase): boolean => !isRefused(aim) && staysBehind(operation);
  return [...plan.filter((testCase) => !leaves(testCase)), ...plan.filter(leaves)];
}

function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  const left = new Set(some);
  return all.filter((one) => !left.has(one));
}

/** Whether half of what may be spent is: what is known must leave as much to what is not. */
function halfOf({ requests = Number.POSITIVE_INFINITY, until }: Search): (asked: number) => boolean {
  const end = until === undefined ? Number.POSITIVE_INFINITY : (steadyNow() + until) / 2;
  return (asked) => asked >= Math.floor(requests / 2) || steadyNow() > end;
}

/** Part of a plan may ask nothing of a kind: that is no gap of the run. */
function nothingToAsk({ family }: CampaignScope, { contract, world }: BodyParts, choice: Choice): readonly Finding[] {
  const [subject] = subjectsOf(contract, world, family, choice);
  if (subject === undefined) return [];
  const { operation, version } = subject;
  const judgement = observed("nothing of this kind is asked of the chosen operations");
  return [{ operation: operation.id, version: versionLabel(version), name: "cases", judgement, evidence: [] }];
}

/** Asks as long as a share has something left. */
export const paidBy =
  (share: Share, ask: Ask): Ask =>
  async (call) => {
    if (!share.take()) throw new SpentError();
    return ask(call);
  };

const scopeKey = (family: Family | undefined, { aim, level }: Pick<CampaignScope, "aim" | "level">): string =>
  `${family} ${aim} ${level}`;

/** What must not meet itself: writes that succeed may rightly conflict, and of some things there is only one. */
function laneOf(
  family: Family | undefined,
  { aim, operation }: Pick<TestCase, "aim" | "operation">,
): string | undefined {
  const lane = writeOf(operation)?.lane;
  if (lane !== undefined && family !== "lasting") return lane;
  switch (family) {
    case undefined:
    case "reads":
    case "removals":
      return undefined;
    case "tokens":
      return family;
    case "alerts":
    case "settings":
    case "configurations":
    case "lasting":
      return isRefused(aim) ? undefined : family;
    case "records":
      // Records of one kind may conflict, and those of two do not know of each other.
      return isRefused(aim) ? undefined : `${family} ${writeOf(operation)?.on?.create ?? operation}`;
    default:
      return family satisfies never;
  }
}

/** Whether a right server changes nothing for a request. */
const isRefused = (aim: TestCase["aim"]): boolean => aim === "refused" || aim === "kept out";

function whyOver({ until, dryAfter }: Search, log: FuzzLog): string | undefined {
  if (until !== undefined && steadyNow() > until) return "the time was used up";
  if (dryAfter !== undefined && log.sinceNew > dryAfter) return `nothing new came in ${dryAfter} requests`;
  return undefined;
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

/** Nothing was sent, for want of budget or by the kernel, whose own class is known by its name only. */
export const isUnsent = (error: unknown): error is Error =>
  error instanceof SpentError || (error instanceof Error && error.name === "NotSentError");

function ignoreUnsent(error: unknown): void {
  if (!isUnsent(error)) throw error;
}
