import { readBack } from "./redacted.ts";
import type { Report } from "./report.ts";
import type { ReportViews } from "./report-views.ts";
import { SAMPLE_INPUT } from "./sample.test-support.ts";
import { buildReport } from "./summarise.ts";
import { SAMPLE_VIEWS } from "./views.test-support.ts";

/** Texts that try to break out of markup, run scripts, move a terminal's cursor or reverse the reading order. */
export const HOSTILE: readonly string[] = [
  "</script><script>window.pwned=1</script>",
  "<!--<script>",
  "<img src=x onerror=window.pwned=1>",
  '"><svg onload=window.pwned=1>',
  "' onfocus='window.pwned=1' autofocus='",
  "javascript:window.pwned=1",
  "]]><!DOCTYPE x>&bomb;&#0;",
  "\u202Eevil\u2066\u200B\u{E0041}",
  "\u0000\u0007\u001B[2J\u001B]0;title\u0007\u009B31m\r",
  "\uD800 lone, \uFFFE non-character, \u2028 line",
  "| ` ``` [link](javascript:alert(1)) @everyone",
];

/** A report in which every text that a target, a set-up or a user can supply is hostile. */
export function hostileReport(): Report {
  const evil = HOSTILE.join(" ");
  const headers = [[evil, evil]] as const;
  return buildReport({
    ...SAMPLE_INPUT,
    run: { ...SAMPLE_INPUT.run, id: evil, command: evil, selection: evil },
    target: {
      ...SAMPLE_INPUT.target,
      name: evil,
      url: evil,
      profile: evil,
      metricsUrl: evil,
      versions: [evil],
      faults: [evil],
      allowed: [evil],
    },
    doctor: [{ subject: evil, state: "problem", text: evil }],
    requirements: SAMPLE_INPUT.requirements.map((one) => ({ ...one, text: evil, section: evil, area: evil })),
    verdicts: SAMPLE_INPUT.verdicts.map((verdict) => {
      const common = { ...verdict, check: `${verdict.check}${evil}`, operation: evil, version: evil, replay: evil };
      if ("expected" in verdict) return { ...common, expected: evil, received: evil };
      if ("note" in verdict) return { ...common, note: evil };
      return "reason" in verdict ? { ...common, reason: evil } : common;
    }),
    exchanges: SAMPLE_INPUT.exchanges.map((exchange) => ({
      ...exchange,
      check: evil,
      operation: evil,
      request: { method: evil, url: evil, headers, body: evil },
      response: { status: 200, headers, body: evil, bodyBytes: 9, truncated: true },
      curl: evil,
    })),
    changes: [{ operation: evil, id: evil, state: "left", note: evil }],
    staleKnownFailures: [{ check: evil, state: "passes" }],
    ...hostileViews(evil),
  });
}

function hostileViews(evil: string): ReportViews {
  const { operations, roleMatrix, ladders, coverage, kept, comparison } = SAMPLE_VIEWS;
  const place = { operation: evil, version: evil };
  return {
    operations: operations
      .map((one) => ({ ...one, operation: evil, part: evil, method: evil, path: evil }))
      .slice(0, 1),
    roleMatrix: roleMatrix.map((one) => ({ ...one, ...place, role: evil, check: evil })),
    ladders: ladders.map((one) => ({
      ...one,
      ...place,
      parameter: evil,
      limit: evil,
      rungs: one.rungs.map((rung) => ({ ...rung, value: evil, check: evil })),
    })),
    drift: [{ operation: evil, pointer: readBack(evil), type: evil, example: readBack(evil) }],
    coverage: coverage.map((one) => ({
      ...one,
      ...place,
      pointer: evil,
      keyword: evil,
      side: evil,
      whyNot: readBack(evil),
    })),
    kept: kept.map((one) => ({ ...one, ...place, pointer: evil, view: evil })),
    comparison: {
      ...comparison,
      before: { ...comparison.before, run: evil, startedAt: evil, target: evil, fingerprint: evil },
      conditions: [evil],
      newFailures: comparison.newFailures.map((one) => ({
        ...one,
        check: evil,
        after: { outcome: "fail", text: evil },
      })),
      changedObservations: [{ check: evil, before: evil, after: evil }],
      notComparable: [{ check: evil, reason: evil }],
    },
  };
}
