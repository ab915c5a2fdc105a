import { createHash } from "node:crypto";
import { alike } from "../causes/alike.ts";
import { type Cause, causesOf } from "../causes/causes-of.ts";
import type { Report } from "../report.ts";
import { RUN_LABELS } from "./labels.ts";
import { badge } from "./page/badge.ts";
import { embeddedReport } from "./page/data/embedded.ts";
import { html, Markup, wire } from "./page/markup.ts";
import { navigation } from "./page/navigation.ts";
import { SCRIPT } from "./page/script.ts";
import { STYLE } from "./page/style.ts";
import { causesView } from "./page/view/causes.ts";
import { certificate } from "./page/view/certificate.ts";
import { comparisonView } from "./page/view/comparison.ts";
import { coverageView } from "./page/view/coverage.ts";
import { interfaceView, logView, requirementsView } from "./page/view/explorer.ts";
import { keptView } from "./page/view/kept.ts";
import { knownView } from "./page/view/known.ts";
import { limitsView } from "./page/view/limits.ts";
import { matrixView } from "./page/view/matrix.ts";
import { notRunView } from "./page/view/not-run.ts";
import { observedView } from "./page/view/observed.ts";
import { outcomeView } from "./page/view/outcome.ts";
import { rolesView } from "./page/view/roles.ts";
import { safetyView } from "./page/view/safety.ts";
import { setUpView } from "./page/view/set-up.ts";
import { verdictsOf } from "./select.ts";

/**
 * One self-contained page: no network, nothing executed but its own script, which the content security policy knows by
 * hash and forbids to make markup from text. Everything that decides is written as HTML and reads without script;
 * exchanges, filters and the interface text are built from the embedded report when someone asks for them.
 */
export function renderHtml(report: Report): string {
  const label = RUN_LABELS[report.outcome];
  const causes = causesOf(report);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Plumbline ${report.tool.version}">
<title>${label.symbol} ${label.words}: ${report.target.name} – Plumbline</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#failures">Skip to the failures</a>
<header class="top">
<h1 class="brand">Plumbline<span class="unseen"> report</span></h1>
<p class="top-target">${badge(label)} <span class="target">${wire(report.target.name)}</span></p>
<button type="button" id="theme" class="small" aria-pressed="false" hidden>Dark</button>
</header>
<div class="frame">
${navigation(report, causes)}
<main>
${views(report, causes)}
</main>
</div>
<footer><p>Written by Plumbline ${report.tool.version}. This file holds everything it shows and loads nothing.</p></footer>
<p id="announcer" class="unseen" role="status"></p>
${embeddedReport(report)}
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
  return page.source;
}

function views(report: Report, causes: readonly Cause[]): readonly Markup[] {
  return [
    certificate(report),
    outcomeView(report, causes),
    causesView(report, {
      id: "failures",
      title: "Failures",
      cards: [...alike(verdictsOf(report, "harness-error")), ...causes.filter(isFailure)],
      lead: "What broke by what looks like one mistake stands together, what explains most first.",
      empty: "No check failed.",
    }),
    causesView(report, {
      id: "warnings",
      title: "Warnings",
      cards: causes.filter((cause) => !isFailure(cause)),
      lead: "Recommendations (SHOULD) that the target does not follow; they do not make a run fail.",
      empty: "No recommendation is broken.",
    }),
    knownView(report),
    notRunView(report),
    comparisonView(report),
    matrixView(report),
    requirementsView(report),
    interfaceView(),
    rolesView(report),
    limitsView(report),
    keptView(report),
    coverageView(report),
    observedView(report),
    logView(report),
    safetyView(report),
    setUpView(report),
  ];
}

const isFailure = ({ first }: Cause): boolean => first.outcome !== "warn";

const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
