import type { Ask } from "../ground/ask.ts";
import type { Judgement } from "../ground/judgement.ts";
import type { Case } from "../rule/requirement.ts";

/** A case that judges with its own code; it sends at most `requests` requests. */
export const asks = (
  name: string,
  requests: number,
  ask: (ask: Ask) => Promise<Judgement>,
  more: Pick<Case, "level" | "mock" | "needs"> = {},
): Case => ({ name, requests, ...more, ask });
