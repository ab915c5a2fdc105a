import type { Verdict } from "./report.ts";

/** A verdict with other exchange ids in its evidence and deciding exchange, for reports that are merged or overlaid. */
export function withRenamedExchanges(verdict: Verdict, renamed: (id: string) => string): Verdict {
  const evidence = verdict.evidence.map(renamed);
  if (!("deciding" in verdict) || verdict.deciding === undefined) return { ...verdict, evidence };
  const { exchange, twin, ...rest } = verdict.deciding;
  const ids = { exchange: renamed(exchange), ...(twin !== undefined && { twin: renamed(twin) }) };
  return { ...verdict, evidence, deciding: { ...rest, ...ids } };
}
