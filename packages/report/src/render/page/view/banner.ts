import type { Report } from "../../../report.ts";
import { counted, duration } from "../../../text/words.ts";
import { RUN_LABELS } from "../../labels.ts";
import { leftovers } from "../../select.ts";
import { html, type Markup, wire } from "../markup.ts";

/** The head of the page: what the run came to and why, what stands out about it, and the facts about run and target. */
export function bannerView(report: Report): Markup {
  const { symbol, words, tone } = RUN_LABELS[report.outcome];
  return html`<header class="top">
<p class="brand"><strong>Plumbline</strong> conformance report</p>
<div class="verdict ${tone}">
<span class="verdict-symbol" aria-hidden="true">${symbol}</span>
<div><h1>${capital(words)}</h1><p class="reason">${wire(report.reason)}</p></div>
</div>
${notices(report)}
<dl class="facts">${facts(report)}</dl>
</header>`;
}

function notices(report: Report): readonly Markup[] {
  const left = leftovers(report).length;
  const stale = report.staleKnownFailures?.length ?? 0;
  const faults = report.target.faults ?? [];
  return [
    ...(report.target.selfConsistency
      ? [
          html`<p class="notice"><strong>Self-consistency run.</strong> The target was made from the same contract as the checks: a pass says that the suite agrees with itself, and nothing about any other server.</p>`,
        ]
      : []),
    ...(faults.length > 0
      ? [
          html`<p class="notice"><strong>Faults are switched on.</strong> The target misbehaves on purpose: ${wire(faults.join(", "))}</p>`,
        ]
      : []),
    ...(left > 0
      ? [
          html`<p class="notice warn"><strong>Left on the target:</strong> ${counted(left, "thing")} that the run made. <a href="#changes">See which</a></p>`,
        ]
      : []),
    ...(stale > 0
      ? [
          html`<p class="notice warn"><strong>The list of known failures is out of date</strong> in ${counted(stale, "place")}. <a href="#stale">See which</a></p>`,
        ]
      : []),
  ];
}

function facts({ run, target, tool, counts }: Report): readonly Markup[] {
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Target", target.name === target.url ? target.url : `${target.name} (${target.url})`],
    ["Metrics", target.metricsUrl],
    ["Profile", target.profile],
    ["Interface versions", target.versions.join(", ") || "none"],
    ["Selection", run.selection ?? "everything"],
    ["Checks", `${counted(counts.verdicts, "check")} in ${counted(counts.exchanges, "exchange")}`],
    ["Started", run.startedAt.replace("T", " ").replace(/(?:\.\d+)?Z$/u, " UTC")],
    ["Took", duration(run.milliseconds)],
    ["Seed", run.seed === undefined ? undefined : String(run.seed)],
    ["Run", run.id],
    ["Plumbline", tool.version],
    ["Command", run.command],
  ];
  return rows.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<div><dt>${name}</dt><dd>${wire(value)}</dd></div>`],
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
