import { shownExchange } from "../../../deciding.ts";
import type { ReportExchange, Verdict } from "../../../report.ts";
import { counted } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { badge } from "../badge.ts";
import { checkAnchor, checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { decidingExchange } from "./deciding-exchange.ts";

/**
 * One verdict in full. `index` is its place in the report; the script uses it to find the exchanges for the details.
 */
export function checkView(verdict: Verdict, index: number, exchanges: ReadonlyMap<string, ReportExchange>): Markup {
  return html`<article class="check" id="${checkAnchor(verdict.check)}" tabindex="-1" aria-label="${verdict.check}">
<h4>${badge(OUTCOME_LABELS[verdict.outcome])} ${place(verdict)} <a class="anchor" href="${checkLink(verdict.check)}">${verdict.check}</a></h4>
<dl class="versus">${finding(verdict)}</dl>
${decidingExchange(verdict, exchanges)}
${evidence(verdict, index)}
${commands(verdict, exchanges.get(shownExchange(verdict) ?? ""))}
</article>`;
}

function place({ operation, version }: Verdict): Markup {
  if (operation === undefined) return html`<span class="place">all operations</span>`;
  return html`<span class="place">${wire(operation)}${version === undefined ? undefined : html` <small>version ${wire(version)}</small>`}</span>`;
}

function finding(verdict: Verdict): readonly Markup[] {
  switch (verdict.outcome) {
    case "fail":
    case "warn":
      return versus(verdict);
    case "flaky":
      return [
        ...versus(verdict),
        line("How often", `in ${verdict.failed} of ${verdict.of} tries, each with fresh fixtures`),
      ];
    case "known-fail":
      return [
        ...versus(verdict),
        line("Reason", verdict.reason),
        ...(verdict.issue === undefined ? [] : [line("Issue", verdict.issue)]),
      ];
    case "observed":
      return [line("Observed", verdict.note)];
    case "could-not-run":
    case "not-applicable":
      return [line("Reason", verdict.reason)];
    case "harness-error":
      return [line("Error of Plumbline", verdict.message)];
    case "pass":
      return [];
    default:
      return verdict satisfies never;
  }
}

function versus({ expected, received }: { readonly expected: string; readonly received: string }): readonly Markup[] {
  return [line("Expected", expected, "expected"), line("Received", received, "received")];
}

function line(name: string, value: string, kind = ""): Markup {
  return html`<div class="${kind}"><dt>${name}</dt><dd>${wire(value)}</dd></div>`;
}

function evidence({ evidence: ids }: Verdict, index: number): Markup {
  if (ids.length === 0) return html`<p class="quiet">No exchange belongs to this check.</p>`;
  const all = ids.length === 1 ? "The whole exchange" : `All ${counted(ids.length, "exchange")} of this check`;
  return html`<details class="evidence" data-verdict="${index}"><summary>${all}</summary><noscript><p class="quiet">The page needs script to show the exchanges; the JSON report has them as ${ids.join(", ")}.</p></noscript></details>`;
}

/** Commands to copy. They are folded, because they are long and rarely read. */
function commands(verdict: Verdict, judged: ReportExchange | undefined): Markup | undefined {
  const entry = JSON.stringify({ check: verdict.check, reason: "say why" });
  const broken = verdict.outcome === "fail" || verdict.outcome === "flaky";
  const lines = [
    ...(judged?.curl === undefined ? [] : [command("curl", judged.curl)]),
    ...(verdict.replay === undefined ? [] : [command("Replay", verdict.replay)]),
    ...(broken ? [command("Known failure", entry)] : []),
  ];
  if (lines.length === 0) return undefined;
  return html`<details class="commands"><summary>Lines to copy</summary>${lines}</details>`;
}

function command(name: string, text: string): Markup {
  return html`<div class="command"><span class="command-name">${name}</span><code>${wire(text)}</code></div>`;
}
