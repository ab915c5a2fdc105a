import type { Report } from "./report.ts";
import { SAMPLE_INPUT } from "./sample.test-report.ts";
import { buildReport } from "./summarise.ts";

/** Texts that break out of markup, run script, move a terminal's cursor or turn the reading order around. */
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

/** Every text of the report that a target, a set-up or a user can supply, made hostile. */
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
  });
}
