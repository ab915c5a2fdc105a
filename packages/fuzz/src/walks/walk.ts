import { steadyNow } from "@plumbline/client";
import type { Campaign } from "@plumbline/conformance";
import type { RouteVersion } from "@plumbline/schemas";
import fc from "fast-check";
import type { Share } from "../campaigns/budget.ts";
import { SpentError } from "../campaigns/spent-error.ts";
import { isUnsent } from "../campaigns/unsent.ts";
import type { WalkBodies } from "./walk-bodies.ts";
import { WalkMismatch } from "./walk-mismatch.ts";
import { type WalkStep, walkStep } from "./walk-step.ts";
import type { WalkedKind } from "./walked-kind.ts";
import { UnknownOutcome, Walker } from "./walker.ts";

/** Random steps after those that begin every walk. */
const LONGEST = 8;
/** Limits for shrinking a failure: requests, and milliseconds. */
const SHRINKING = 200;
const SHRINKING_TIME = 60_000;

/** The parameters of a walk. */
export interface Walk {
  readonly campaign: Pick<Campaign, "ask" | "contract" | "world" | "said" | "pass" | "whyLost" | "giveBack" | "signal">;
  readonly kind: WalkedKind;
  readonly versions: readonly RouteVersion[];
  readonly bodies: WalkBodies;
  readonly seed: number;
  readonly share: Share;
  readonly until?: number | undefined;
}

/** The result of a walk: the number of its steps, and those that show a contradiction. */
export interface Walked {
  readonly steps: number;
  /** Writes that the target accepted. */
  readonly accepted: number;
  /** The budget was not sufficient for the whole walk. */
  readonly isSpent: boolean;
  readonly failure?: { readonly played: readonly string[]; readonly mismatch: WalkMismatch };
}

/** The beginning of every walk: two different records, each updated by every operation, or recreated. */
function beginning({ creates, updates }: WalkedKind, seed: number): readonly WalkStep[] {
  let place = 0;
  const step = (does: WalkStep["do"], by: number, of = 0): WalkStep => {
    place += 1;
    return { do: does, of, by, value: place, look: seed + place };
  };
  // Operations take turns, and so do their versions.
  const changes = updates.map((_one, index) => step("update", index + updates.length * (seed + index), index + 1));
  if (creates.length === 0) return [...changes, step("update", seed + 1)];
  const makes = [step("create", seed), step("create", seed + 1)];
  return updates.length > 0 ? [...makes, ...changes] : [...makes, step("update", seed, 1), step("create", seed + 1)];
}

/** Plays one walk. If it finds a contradiction, plays it again with fewer steps, on new records. */
export async function walk(settings: Walk): Promise<Walked> {
  const { campaign, kind, seed, share, until } = settings;
  let steps = 0;
  let accepted = 0;
  let requests = 0;
  let isSpent = false;
  let failure: Walked["failure"];
  let failedAt: { readonly time: number; readonly requests: number } | undefined;
  const pays = (): boolean => {
    if (failedAt === undefined) return share.take();
    return requests - failedAt.requests < SHRINKING && steadyNow() - failedAt.time < SHRINKING_TIME;
  };
  const isOver = (): boolean => campaign.signal.aborted || (until !== undefined && steadyNow() > until);
  const ask: Campaign["ask"] = async (call) => {
    if (isOver() || !pays()) {
      isSpent = true;
      throw new SpentError();
    }
    requests += 1;
    return campaign.ask(call);
  };
  const played = async (drawn: readonly WalkStep[]): Promise<void> => {
    const walker = new Walker({ ...settings, ask });
    try {
      for (const step of drawn) await walker.play(step);
      await walker.end();
    } catch (error) {
      if (isUnsent(error) || error instanceof UnknownOutcome) return;
      if (error instanceof WalkMismatch) {
        failedAt ??= { time: steadyNow(), requests };
        failure = { played: [...walker.played], mismatch: error };
      }
      throw error;
    } finally {
      if (failure === undefined) steps += walker.played.length;
      accepted += walker.accepted;
      for (const exchange of walker.made) await campaign.giveBack(exchange);
      // Drops the judgements of the cleanup, which belong to no other walk.
      await campaign.said();
    }
  };
  const first = beginning(kind, seed);
  const outcome = await fc.check(
    fc.asyncProperty(fc.noBias(fc.array(walkStep, { maxLength: LONGEST, size: "max" })), (drawn) =>
      played([...first, ...drawn]),
    ),
    { seed, numRuns: 1 },
  );
  if (outcome.failed && failure === undefined) throw outcome.errorInstance;
  return { steps, accepted, isSpent: isSpent && failure === undefined, ...(failure !== undefined && { failure }) };
}
