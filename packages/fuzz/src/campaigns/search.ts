import type { Exchange } from "@plumbline/client";
import { answered } from "@plumbline/client";
import {
  type Ask,
  type Campaign,
  type Finding,
  type Journal,
  jsonOf,
  member,
  received,
  unable,
} from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import { FuzzLog, storable } from "../coverage/log.ts";
import { FAILURE_FORMAT, fingerprintOf, severityOf } from "../failures/failure.ts";
import { shrink } from "../failures/shrink.ts";
import { breaksExactly } from "../mutants/mutants-of.ts";
import { planHash } from "../order.ts";
import type { BodyParts } from "./bodies.ts";
import type { Share } from "./budget.ts";
import { Custody } from "./custody.ts";
import { fresh, Grounds } from "./grounds.ts";
import { judge, ruling } from "./judge.ts";
import { atRecord } from "./negatives.ts";
import { planOf, type Theme } from "./plan.ts";
import type { Shot } from "./shot.ts";
import { SpentError } from "./spent-error.ts";
import { type Choice, inShard, type Shard } from "./subjects.ts";
import { Tally } from "./tally.ts";

export interface Search {
  /** Of the requirement: names the plan and the failures. */
  readonly id: string;
  readonly theme: Theme;
  readonly seed: number;
  readonly choice: Choice;
  readonly share: Share;
  readonly log?: FuzzLog;
  readonly journal?: Journal;
  readonly shard?: Shard;
  /** Milliseconds since the epoch after which nothing more is begun. */
  readonly until?: number;
  /** Requests without anything new after which the search ends. */
  readonly dryAfter?: number;
  readonly onRequest?: () => void;
}

/** Requests at a time. Writes that must succeed go one by one: two of them at once may rightly conflict. */
const LANES = 8;
/** Names of matcher fields that are tried, of those that the target offers. */
const FIELDS = 3;
/** Requests that shrinking may take for one failure, and failures of one campaign that are shrunk. */
const SHRINKING = 30;
const SHRUNK = 10;

/** Sends a plan as far as the budget and the run's signal allow, puts everything back, and says what came of it. */
export async function search(settings: Search, campaign: Campaign): Promise<readonly Finding[]> {
  const { theme, seed, choice, share, id, log = new FuzzLog() } = settings;
  const { contract, world, signal } = campaign;
  log.world = world;
  const paid: Ask = async (call) => {
    if (!share.take()) throw new SpentError();
    return campaign.ask(call);
  };
  const matcherFields = theme.family === "configurations" ? await offeredFields(paid, campaign, choice) : [];
  const parts: BodyParts = { contract, world, matcherFields };
  const plan = planOf(theme, parts, seed, choice).filter((shot) => inShard(shot, settings.shard));
  log.plan(id, planHash(plan), plan);
  const tally = new Tally(plan);
  const custody = new Custody(campaign.ask, settings.journal, (change) => log.change(change));
  const grounds = new Grounds(paid, custody, parts);
  const lanes = theme.family === "reads" || (theme.aim === "refused" && theme.family !== "settings") ? LANES : 1;
  const failed = new Map<string, Shot>();
  let next = 0;
  let stopped: string | undefined;

  const isOver = (): string | undefined => {
    if (settings.until !== undefined && Date.now() > settings.until) return "the time was used up";
    if (settings.dryAfter !== undefined && log.sinceNew > settings.dryAfter)
      return `nothing new came in ${settings.dryAfter} requests`;
    return undefined;
  };
  const lane = async (): Promise<void> => {
    while (stopped === undefined && !signal.aborted) {
      const shot = plan[next];
      if (shot === undefined) return;
      stopped = isOver();
      if (stopped !== undefined || !share.take()) return;
      next += 1;
      try {
        await fire(shot);
      } catch (error) {
        stopped = error instanceof Error ? error.message : String(error);
        if (!isUnsent(error)) throw error;
        if (error instanceof SpentError) tally.skip(shot, stopped);
        else tally.add(shot, unable(stopped));
        log.add({ shot, why: `not sent: ${stopped}` });
      }
    }
  };
  const send = async (shot: Shot, path: Readonly<Record<string, string>>): Promise<Exchange> => {
    const { operation, version, call } = shot;
    settings.onRequest?.();
    const exchange = await campaign.ask({
      ...call,
      operation,
      version,
      path: { ...path, ...call.path },
      again: true,
    });
    await grounds.cleared(shot, exchange);
    return exchange;
  };
  const skip = (shot: Shot, why: string, isBusiness = false): void => {
    log.add({ shot, why });
    if (isBusiness || theme.family === "lasting") tally.skip(shot, why);
    else tally.add(shot, unable(why));
  };
  const fire = async (shot: Shot): Promise<void> => {
    const ground = await grounds.of(shot);
    if (!ground.ready) return skip(shot, ground.reason, ground.business);
    const placed = atRecord(shot, contract.operation(shot.operation), ground.path);
    if (placed === undefined) return skip(shot, "the id of the record at hand cannot be wrong in this way");
    const ready = renewed(placed);
    if (!isProven(ready, parts)) {
      log.defects += 1;
      return skip(shot, "its certificate does not hold on the bytes to send");
    }
    const exchange = await send(ready, ground.path);
    const said = ruling(shot, exchange);
    const status = answered(exchange) ? exchange.response.status : 0;
    log.add({ shot, ruling: said, status }, String(member(jsonOf(exchange), "errorCode")));
    tally.add(shot, judge(ready, exchange), exchange.id);
    if (said.verdict !== "violates") return;
    const fingerprint = fingerprintOf(shot, said.reason);
    if (!failed.has(fingerprint)) failed.set(fingerprint, shot);
    log.fail({
      format: FAILURE_FORMAT,
      fingerprint,
      severity: severityOf(said.reason),
      rule: id,
      reason: said.reason,
      shot: storable(ready),
      received: received(exchange),
      evidence: exchange.id,
      count: 1,
      seed,
    });
  };
  /** Costs requests of its own: a failure is worth them even when the budget is spent. */
  const shrinkAll = async (): Promise<void> => {
    for (const [fingerprint, shot] of [...failed].slice(0, SHRUNK)) {
      if (signal.aborted) return;
      const ground = await grounds.of(shot);
      if (!ground.ready) continue;
      const schema = contract.operation(shot.operation, shot.version).body?.schema;
      let evidence: string | undefined;
      const smaller = await shrink(shot, schema, SHRINKING, async (candidate) => {
        const exchange = await send(renewed(candidate), ground.path);
        const said = ruling(candidate, exchange);
        const fails = said.verdict === "violates" && fingerprintOf(candidate, said.reason) === fingerprint;
        if (fails) evidence = exchange.id;
        return fails;
      });
      log.shrunk(fingerprint, {
        shot: storable(smaller.shot),
        shrunkIn: smaller.requests,
        ...(evidence && { evidence }),
      });
    }
  };

  try {
    // Settled, so that nothing is put back while other lanes still write.
    const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    if (settings.log !== undefined) await shrinkAll().catch(ignoreUnsent);
  } finally {
    await grounds.restore();
    share.close();
  }
  return [...tally.findings(), ...leftovers(custody.left, plan)];
}

function renewed(shot: Shot): Shot {
  const { rawBody } = shot.call;
  return rawBody === undefined ? shot : { ...shot, call: { ...shot.call, rawBody: fresh(rawBody) } };
}

/** Whether a certificate still holds for the bytes that go out, names that were put in last included. */
function isProven({ certificate, call, operation, version }: Shot, { contract }: BodyParts): boolean {
  if (certificate?.location !== "body" || certificate.keyword === "json" || call.rawBody === undefined) return true;
  const schema = contract.operation(operation, version).body?.schema;
  return schema !== undefined && breaksExactly(schema, call.rawBody, certificate);
}

/** What the user must look after: nothing that the target did wrong, and never silent. */
function leftovers(left: readonly string[], plan: readonly Shot[]): readonly Finding[] {
  const [first] = plan;
  if (left.length === 0 || first === undefined) return [];
  const judgement = unable(`the run leaves behind ${[...new Set(left)].join("; ")}`);
  return [{ operation: first.operation, version: versionLabel(first.version), name: "left", judgement, evidence: [] }];
}

async function offeredFields(ask: Ask, { contract }: Campaign, { versions }: Choice): Promise<readonly string[]> {
  const { routes } = contract.operation("listMatcherFieldNames");
  const route = routes.find(({ version }) => versions?.includes(version) ?? true);
  if (route === undefined) return [];
  let exchange: Exchange;
  try {
    exchange = await ask({ operation: "listMatcherFieldNames", version: route.version });
  } catch (error) {
    ignoreUnsent(error);
    return [];
  }
  const names = jsonOf(exchange);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, FIELDS) : [];
}

/** Nothing was sent, for want of budget or by the kernel, whose own class is known by its name only. */
const isUnsent = (error: unknown): error is Error =>
  error instanceof SpentError || (error instanceof Error && error.name === "NotSentError");

function ignoreUnsent(error: unknown): void {
  if (!isUnsent(error)) throw error;
}
