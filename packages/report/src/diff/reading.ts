import type { OutcomeKind } from "../outcome.ts";
import type { Verdict } from "../report.ts";
import type { Reading } from "../report-diff.ts";

/**
 * What a verdict means for the target: the rule is broken, the rule is kept, something was observed, or nothing is
 * known.
 */
export type Standing = "broken" | "sound" | "seen" | "undecided";

/** The standing of an outcome in a comparison of two runs. */
export function standingOf(outcome: OutcomeKind): Standing {
  switch (outcome) {
    case "fail":
    case "flaky":
    case "known-fail":
    case "warn":
      return "broken";
    case "pass":
      return "sound";
    case "observed":
      return "seen";
    case "could-not-run":
    case "not-applicable":
    case "harness-error":
      return "undecided";
    default:
      return outcome satisfies never;
  }
}

/** The verdict without evidence, replay command and counts, which differ between runs with the same findings. */
export function readingOf(verdict: Verdict): Reading {
  const { outcome } = verdict;
  switch (outcome) {
    case "fail":
    case "warn":
    case "known-fail":
    case "flaky":
      return { outcome, text: `${outcome}: expected ${verdict.expected}; received ${verdict.received}` };
    case "observed":
      return { outcome, text: `observed: ${verdict.note}` };
    case "could-not-run":
    case "not-applicable":
      return { outcome, text: `${outcome}: ${verdict.reason}` };
    case "harness-error":
      return { outcome, text: `harness error: ${verdict.message}` };
    case "pass":
      return { outcome, text: "pass" };
    default:
      return verdict satisfies never;
  }
}
