import type { Judgement } from "./judgement.ts";
import { ownText } from "./own-text.ts";

/** Characters of a text that are kept until the gate has masked it. The gate shows a quarter of them. */
export const KEPT = 16_384;

const shortened = (text: string): string => (text.length > KEPT ? ownText(text.slice(0, KEPT)) : text);

/** A judgement whose texts are cut to `KEPT` characters, to save memory. */
export function shortJudgement<J extends Judgement>(judgement: J): J;
export function shortJudgement(judgement: Judgement): Judgement {
  switch (judgement.kind) {
    case "holds":
      return judgement;
    case "broken":
      return { ...judgement, expected: shortened(judgement.expected), received: shortened(judgement.received) };
    case "observed":
      return { ...judgement, note: shortened(judgement.note) };
    case "inconclusive":
    case "nothing-to-ask":
    case "not-applicable":
      return { ...judgement, reason: shortened(judgement.reason) };
    default:
      return judgement satisfies never;
  }
}
