import type { Deciding } from "./outcome.ts";
import type { Verdict } from "./report.ts";

/** What a verdict rests on, where it is broken and says so. */
export const decidingOf = (verdict: Verdict): Deciding | undefined =>
  "deciding" in verdict ? verdict.deciding : undefined;

/** Id of the exchange that stands for a verdict: the one that decided it, else the last that its check took. */
export const shownExchange = (verdict: Verdict): string | undefined =>
  decidingOf(verdict)?.exchange ?? verdict.evidence.at(-1);
