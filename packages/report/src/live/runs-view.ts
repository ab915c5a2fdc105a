import { RUN_LABELS } from "../render/labels.ts";
import { badge } from "../render/page/badge.ts";
import { html, type Markup, wire } from "../render/page/markup.ts";
import { nothing, section } from "../render/page/view/section.ts";
import { table } from "../render/page/view/table.ts";
import type { Report } from "../report.ts";
import { counted, duration, figure } from "../text/words.ts";
import type { RunLine } from "./run-line.ts";
import { moment, trend } from "./trend.ts";

/** Earlier runs in the folder, the newest first, with a trend over those that are comparable with the shown report. */
export function runsView(runs: readonly RunLine[], report: Report | undefined, base: string): Markup {
  const comparable = runs.filter(
    ({ ended, target, selection }) => ended && target === report?.target.name && selection === report.run.selection,
  );
  return section({
    id: "runs",
    title: "Runs",
    count: counted(runs.length, "run"),
    lead: "Every run has its own folder with its report. The plots show runs of the same checks on the same target.",
    body:
      runs.length === 0
        ? nothing("Nothing has run yet.")
        : [
            trend(comparable.toReversed(), base),
            ...(runs.length < 2 ? [] : [comparison(runs, base)]),
            list(runs, base),
          ],
  });
}

function comparison(runs: readonly RunLine[], base: string): Markup {
  const select = (name: string, words: string, chosen: number): Markup =>
    html`<label>${words}<select name="${name}">${runs.map(
      (run, at) =>
        html`<option value="${run.id}"${at === chosen ? html` selected` : undefined}>${moment(run)} ${run.target}, ${RUN_LABELS[run.outcome].words}, ${counted(run.checks, "check")}</option>`,
    )}</select></label>`;
  return html`<h3>Compare two</h3>
<form id="compare" method="get" action="${base}compare">${select("before", "Earlier", Math.min(1, runs.length - 1))}${select("after", "Later", 0)}<button>Compare</button></form>`;
}

function list(runs: readonly RunLine[], base: string): Markup {
  const rows = runs.map((run) => [
    html`<a href="${base}runs/${encodeURIComponent(run.id)}/">${moment(run)}</a>`,
    badge(RUN_LABELS[run.outcome]),
    wire(run.target),
    html`${wire(run.selection === undefined ? "everything" : shortened(run.selection))}, ${counted(run.checks, "check")}`,
    html`<span class="number">${figure(run.requirements.broken)}</span>`,
    html`${duration(run.milliseconds)}`,
  ]);
  return html`<h3>All runs</h3>${table("Runs", ["Began (UTC)", "Outcome", "Target", "What", "Broken requirements", "Took"], rows)}`;
}

/** The selection of a round over failures names hundreds of checks. */
const shortened = (selection: string): string => (selection.length > 60 ? `${selection.slice(0, 60)}…` : selection);
