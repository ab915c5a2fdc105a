import { ownText } from "../kernel/own-text.ts";
import type { Judgement } from "../rule/judgement.ts";

/** Characters of a text of a verdict: what quotes an answer must not be as long as the answer. */
const KEPT = 4_096;
/** What is kept beyond it until the text is redacted: of a secret that the cut goes through, no half may be left. */
const MARGIN = 4_096;

/** A text that is kept until it is redacted. */
export const shortened = (text: string): string =>
  text.length > KEPT + MARGIN ? ownText(text.slice(0, KEPT + MARGIN)) : text;

/** A text that was shortened before it was redacted, as it is shown. */
export const shownText = (text: string): string =>
  text.length > KEPT ? `${text.slice(0, KEPT)}... (shortened)` : text;

/** A judgement with no more of its texts than is worth keeping. */
export function shortJudgement(judgement: Judgement): Judgement {
  switch (judgement.kind) {
    case "holds":
      return judgement;
    case "broken":
      return { ...judgement, expected: shortened(judgement.expected), received: shortened(judgement.received) };
    case "observed":
      return { ...judgement, note: shortened(judgement.note) };
    case "unable":
    case "moot":
    case "inapplicable":
      return { ...judgement, reason: shortened(judgement.reason) };
    default:
      return judgement satisfies never;
  }
}
