import { createHash } from "node:crypto";
import type { Report } from "../report.ts";
import { figure } from "../text/words.ts";
import { RUN_LABELS } from "./labels.ts";
import { embeddedJson, html, Markup } from "./page/markup.ts";
import { SCRIPT } from "./page/script.ts";
import { STYLE } from "./page/style.ts";
import { bannerView } from "./page/view/banner.ts";
import { countsView } from "./page/view/counts.ts";
import { logView, requirementsView } from "./page/view/explorer.ts";
import { findingsView } from "./page/view/findings.ts";
import { notRunView } from "./page/view/not-run.ts";
import { changesView, doctorView, observedView, staleView } from "./page/view/tables.ts";
import { problems, verdictsOf } from "./select.ts";

/**
 * One self-contained page: no network, nothing executed but its own script, which the content security policy knows by
 * hash. What decides (outcome, reason, counts, findings, what could not run) is written as HTML and reads without
 * script; exchanges, filters and the log are built from the embedded report when someone asks for them.
 */
export function renderHtml(report: Report): string {
  const { symbol, words } = RUN_LABELS[report.outcome];
  const failures = problems(report);
  const warnings = verdictsOf(report, "warn");
  const known = verdictsOf(report, "known-fail");
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Plumbline ${report.tool.version}">
<title>${symbol} ${words}: ${report.target.name} – Plumbline</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#failures">Skip to the failures</a>
${bannerView(report)}
<nav aria-label="Sections"><ul>${navigation(report)}</ul></nav>
<main>
${countsView(report)}
${findingsView(report, { id: "failures", title: "Failures", verdicts: failures, empty: "No check failed." })}
${staleView(report)}
${warnings.length === 0 ? undefined : findingsView(report, { id: "warnings", title: "Warnings", verdicts: warnings, empty: "" })}
${known.length === 0 ? undefined : findingsView(report, { id: "known", title: "Known failures", verdicts: known, empty: "" })}
${notRunView(report)}
${requirementsView(report)}
${observedView(report)}
${changesView(report)}
${doctorView(report)}
${logView(report)}
</main>
<footer><p>Written by Plumbline ${report.tool.version}. This file holds everything it shows and loads nothing.</p></footer>
<p id="announcer" class="unseen" role="status"></p>
<script type="application/json" id="report-data">${embeddedJson(report)}</script>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
  return page.source;
}

const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function navigation(report: Report): readonly Markup[] {
  const { byOutcome } = report.counts;
  const entries: readonly (readonly [id: string, words: string, count: number | undefined])[] = [
    ["counts", "Levels", undefined],
    ["failures", "Failures", byOutcome.fail + byOutcome.flaky + byOutcome["harness-error"]],
    ["warnings", "Warnings", byOutcome.warn],
    ["known", "Known failures", byOutcome["known-fail"]],
    ["not-run", "Could not run", byOutcome["could-not-run"]],
    ["requirements", "Requirements", report.requirements.length],
    ["observed", "Observed", byOutcome.observed],
    ["changes", "Changes", report.changes.length],
    ["doctor", "Set-up", report.doctor.length],
    ["log", "Exchanges", report.exchanges.length],
  ];
  const optional = ["warnings", "known"];
  return entries
    .filter(([id, , count]) => count !== 0 || !optional.includes(id))
    .map(([id, words, count]) => {
      const figures = count === undefined ? undefined : html` <span class="count">${figure(count)}</span>`;
      return html`<li><a href="#${id}">${words}${figures}</a></li>`;
    });
}
