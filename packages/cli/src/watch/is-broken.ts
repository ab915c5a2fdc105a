import type { Verdict } from "@plumbline/report";

/** A verdict that needs attention: the check failed, broke a SHOULD, was flaky, or hit a defect of Plumbline. */
export type Broken = Extract<Verdict, { readonly outcome: "fail" | "warn" | "flaky" | "harness-error" }>;

/** Whether `--watch` repeats the check. */
export const isBroken = (verdict: Verdict): verdict is Broken =>
  verdict.outcome === "fail" ||
  verdict.outcome === "warn" ||
  verdict.outcome === "flaky" ||
  verdict.outcome === "harness-error";
