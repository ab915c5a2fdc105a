import type { Outcome } from "@plumbline/report";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { inconclusive, type Judgement, notApplicable } from "../ground/judgement.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { StoryStopped } from "../kernel/story-stopped.ts";

type Wrong = Extract<Outcome, { outcome: "harness-error" }>;

/**
 * Turns an error that a check throws into its meaning: a step that did not hold, a request that was not sent, or a
 * defect of the suite.
 */
export async function guard<T>(work: () => Promise<T>): Promise<T | Judgement | Wrong> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof StoryStopped) return thrown.judgement;
    if (thrown instanceof NotSentError || thrown instanceof HandsOffError) return inconclusive(thrown.message);
    if (thrown instanceof NotOfferedError) return notApplicable(thrown.message);
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { outcome: "harness-error", message: error.stack ?? error.message };
  }
}
