import type { Ask } from "../ground/ask.ts";
import type { Judgement } from "../ground/judgement.ts";
import type { Case } from "../rule/requirement.ts";

/** A case in its own words: sends at most so many requests, and judges what came. */
export const asks = (
  name: string,
  requests: number,
  ask: (ask: Ask) => Promise<Judgement>,
  more: Pick<Case, "level" | "mock" | "needs"> = {},
): Case => ({ name, requests, ...more, ask });
