import type { Deciding } from "./outcome.ts";
import type { Verdict } from "./report.ts";

/** The exchange that decided a verdict, if the verdict is broken and names it. */
export const decidingOf = (verdict: Verdict): Deciding | undefined =>
  "deciding" in verdict ? verdict.deciding : undefined;

/** Id of the exchange that is shown for a verdict: the one that decided it, otherwise the last one of its check. */
export const shownExchange = (verdict: Verdict): string | undefined =>
  decidingOf(verdict)?.exchange ?? verdict.evidence.at(-1);
