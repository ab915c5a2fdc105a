import { levelCounts } from "../../../counts.ts";
import { fingerprintOf } from "../../../fingerprint.ts";
import type { Report } from "../../../report.ts";
import { verdictsOf } from "../../../select.ts";
import { counted, figure } from "../../../text/words.ts";
import { RUN_LABELS } from "../../labels.ts";
import { offered } from "../../offered.ts";
import { html, type Markup, wire } from "../markup.ts";

/**
 * The first page on paper, as a document for a release: what was judged, when, with what, how much of it holds, and
 * what was waived.
 */
export function certificate(report: Report): Markup {
  const { symbol, words, tone } = RUN_LABELS[report.outcome];
  const { target, run, tool, changes } = report;
  const waived = verdictsOf(report, "known-fail");
  const left = changes.filter(({ state }) => state === "left").length;
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Target", target.name === target.url ? target.url : `${target.name} (${target.url})`],
    ["Profile", target.profile],
    ["Interface versions", target.versions.join(", ") || "none"],
    ["Offers", offered(report)],
    ["Judged", run.startedAt],
    ["By", `Plumbline ${tool.version}`],
    ["Command", run.command],
    ["Selection", run.selection ?? "everything"],
    ["Permitted", (target.allowed ?? []).join(", ") || "reading"],
    ["Remains on the target", left === 0 ? "nothing" : counted(left, "thing")],
    ["Fingerprint of all observations", fingerprintOf(report).hash],
    ["Run", run.id],
  ];
  const facts = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<div><dt>${name}</dt><dd>${wire(value)}</dd></div>`],
  );
  return html`<section class="certificate" aria-label="Record of the run">
<p class="certificate-title">Conformance record</p>
<p class="certificate-outcome ${tone}">${symbol} ${words}</p>
<p>${wire(report.reason)}</p>
<table class="counts"><thead><tr><th scope="col">Level</th><th scope="col">Hold</th><th scope="col">Of those that apply</th><th scope="col">Of all</th><th scope="col">Could not run</th></tr></thead>
<tbody>${levelCounts(report.counts).map(
    ({ level, applicable, total, byOutcome }) =>
      html`<tr><th scope="row">${level}</th><td>${figure(byOutcome.pass)}</td><td>${figure(applicable)}</td><td>${figure(total)}</td><td>${figure(byOutcome["could-not-run"])}</td></tr>`,
  )}</tbody></table>
<dl class="certificate-facts">${facts}</dl>
<p class="certificate-waived"><strong>${waived.length === 0 ? "Nothing was waived." : `${counted(waived.length, "known failure")} waived:`}</strong></p>
<ul>${waived.map(({ check, reason, issue }) => html`<li>${wire(check)}: ${wire(reason)}${issue === undefined ? undefined : html` (${wire(issue)})`}</li>`)}</ul>
</section>`;
}
