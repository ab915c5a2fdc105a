import type { Verdict } from "@plumbline/report";

/** A verdict that somebody has to look at: it failed, broke a SHOULD, came and went, or could not be judged by a fault of ours. */
export type Broken = Extract<Verdict, { readonly outcome: "fail" | "warn" | "flaky" | "harness-error" }>;

/** Whether `--watch` runs a check again. */
export const isBroken = (verdict: Verdict): verdict is Broken =>
  verdict.outcome === "fail" ||
  verdict.outcome === "warn" ||
  verdict.outcome === "flaky" ||
  verdict.outcome === "harness-error";
