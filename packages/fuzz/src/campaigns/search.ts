import type { Exchange } from "@plumbline/client";
import { type Ask, type Campaign, type Finding, jsonOf, unable } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import type { BodyParts } from "./bodies.ts";
import type { Share } from "./budget.ts";
import { Grounds } from "./grounds.ts";
import { judge } from "./judge.ts";
import { planOf, type Theme } from "./plan.ts";
import type { Shot } from "./shot.ts";
import { SpentError } from "./spent-error.ts";
import type { Choice } from "./subjects.ts";
import { Tally } from "./tally.ts";

export interface Search {
  readonly theme: Theme;
  readonly seed: number;
  readonly choice: Choice;
  readonly share: Share;
}

/** Requests at a time. Writes that must succeed go one by one: two of them at once may rightly conflict. */
const LANES = 8;
/** Names of matcher fields that are tried, of those that the target offers. */
const FIELDS = 3;

/** Sends a plan as far as the budget and the run's signal allow, puts everything back, and says what came of it. */
export async function search({ theme, seed, choice, share }: Search, campaign: Campaign): Promise<readonly Finding[]> {
  const { contract, world, signal } = campaign;
  const writes = theme.family === "configurations";
  const paid: Ask = async (call) => {
    if (!share.take()) throw new SpentError();
    return campaign.ask(call);
  };
  const matcherFields = writes ? await offeredFields(paid, campaign, choice) : [];
  const parts: BodyParts = { contract, world, matcherFields };
  const plan = planOf(theme, parts, seed, choice);
  const tally = new Tally(plan);
  const grounds = new Grounds(paid, campaign.ask, parts);
  const lanes = theme.family !== "reads" && theme.aim === "accepted" ? 1 : LANES;
  let next = 0;
  let stopped: string | undefined;

  const lane = async (): Promise<void> => {
    while (stopped === undefined && !signal.aborted) {
      const shot = plan[next];
      if (shot === undefined || !share.take()) return;
      next += 1;
      try {
        await fire(shot);
      } catch (error) {
        stopped = error instanceof Error ? error.message : String(error);
        if (!isUnsent(error)) throw error;
        tally.add(shot, unable(stopped));
      }
    }
  };
  const fire = async (shot: Shot): Promise<void> => {
    const ground = await grounds.of(shot);
    if (!ground.ready) return tally.add(shot, unable(ground.reason));
    const { operation, version, call } = shot;
    const exchange = await campaign.ask({
      ...call,
      operation,
      version,
      path: { ...ground.path, ...call.path },
      again: true,
    });
    tally.add(shot, judge(shot, exchange), exchange.id);
    await grounds.cleared(shot, exchange);
  };

  try {
    // Settled, so that nothing is put back while other lanes still write.
    const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } finally {
    await grounds.restore();
    share.close();
  }
  return [...tally.findings(), ...leftovers(grounds.left, plan)];
}

/** What the user must look after: nothing that the target did wrong, and never silent. */
function leftovers(left: readonly string[], plan: readonly Shot[]): readonly Finding[] {
  const [first] = plan;
  if (left.length === 0 || first === undefined) return [];
  const judgement = unable(`the run leaves behind ${left.join("; ")}`);
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
    if (isUnsent(error)) return [];
    throw error;
  }
  const names = jsonOf(exchange);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, FIELDS) : [];
}

/** Nothing was sent, for want of budget or by the kernel, whose own class is known by its name only. */
const isUnsent = (error: unknown): error is Error =>
  error instanceof SpentError || (error instanceof Error && error.name === "NotSentError");
