import type { Cause } from "../../../causes/causes-of.ts";
import { levelCounts } from "../../../counts.ts";
import type { OutcomeKind } from "../../../outcome.ts";
import type { Report } from "../../../report.ts";
import { counted, duration, figure } from "../../../text/words.ts";
import { OUTCOME_LABELS, RUN_LABELS } from "../../labels.ts";
import { html, type Markup, wire } from "../markup.ts";
import { areasView } from "./areas.ts";
import { BEST_FIRST, bar } from "./bar.ts";
import { firstCauses } from "./first-causes.ts";
import { levelTable } from "./level-table.ts";
import { nextStep } from "./next-step.ts";
import { notices } from "./notices.ts";

/**
 * The first view: the outcome of the run and its reason, shares of requirements, the first causes, facts about the run.
 */
export function outcomeView(report: Report, causes: readonly Cause[]): Markup {
  const { symbol, words, tone } = RUN_LABELS[report.outcome];
  return html`<section id="outcome" class="view" aria-labelledby="outcome-title">
<div class="verdict ${tone}">
<span class="verdict-symbol" aria-hidden="true">${symbol}</span>
<div><h2 id="outcome-title" tabindex="-1">${capital(words)}</h2><p class="reason">${wire(report.reason)}</p></div>
</div>
${nextStep(report, causes)}
${firstCauses(report, causes)}
${notices(report)}
${shares(report)}
<h3>By level</h3>
${levelTable(report.counts)}
${areasView(report)}
<h3>The run</h3>
<dl class="facts">${facts(report)}</dl>
</section>`;
}

/** These would fill most of a bar, and show nothing about correctness. */
const UNDECIDED: readonly OutcomeKind[] = ["observed", "not-applicable"];

/**
 * One bar for all requirements of the run except those in `UNDECIDED`, with a legend. Each entry links to the
 * requirements with that outcome.
 */
function shares({ counts, requirements }: Report): Markup {
  const levels = levelCounts(counts);
  const amounts = Object.fromEntries(
    BEST_FIRST.map((outcome) => [outcome, levels.reduce((sum, { byOutcome }) => sum + byOutcome[outcome], 0)]),
  ) as Record<OutcomeKind, number>;
  const entries = BEST_FIRST.filter((outcome) => amounts[outcome] > 0).map((outcome) => {
    const { symbol, words, tone } = OUTCOME_LABELS[outcome];
    return html`<li><a class="share-entry ${tone}" href="#requirements&amp;outcome=${outcome}"><span class="symbol" aria-hidden="true">${symbol}</span> <strong>${figure(amounts[outcome])}</strong> ${words}</a></li>`;
  });
  return html`<div class="shares">
<p class="shares-title"><strong>${counted(requirements.length, "requirement")}</strong>, tested by ${counted(counts.verdicts, "check")} in ${counted(counts.exchanges, "exchange")}</p>
${bar(amounts, UNDECIDED)}
<ul class="legend">${entries}</ul>
</div>`;
}

function facts({ run, target, tool }: Report): readonly Markup[] {
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Target", target.name === target.url ? target.url : `${target.name} (${target.url})`],
    ["Metrics", target.metricsUrl],
    ["Profile", target.profile],
    ["Interface versions", target.versions.join(", ") || "none"],
    ["Selection", run.selection ?? "everything"],
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
