import { alike } from "../../causes/alike.ts";
import { type Cause, isFailure } from "../../causes/causes-of.ts";
import type { Report } from "../../report.ts";
import { verdictsOf } from "../../select.ts";
import { counted, figure } from "../../text/words.ts";
import { html, type Markup } from "./markup.ts";

/** A link to a view, with the size of the view. */
export interface Entry {
  readonly id: string;
  readonly words: string;
  readonly count?: number;
  /** The counted unit, if the words do not name it. */
  readonly unit?: string;
  /** The colour of the count when it is not zero. */
  readonly tone?: "bad" | "warn" | "open";
}

/** Links with a common title. */
export type Group = readonly [title: string, entries: readonly Entry[]];

/** Links to the views, in the order of a reader's questions. */
export const navigation = (report: Report, causes: readonly Cause[]): Markup => linked(groupsOf(report, causes));

/** Groups of links as the page shows them. */
export function linked(groups: readonly Group[]): Markup {
  return html`<nav aria-label="Views">${groups.map(
    ([title, entries]) => html`<p class="nav-title">${title}</p><ul>${entries.map(link)}</ul>`,
  )}</nav>`;
}

/** The views of a report. */
export function groupsOf(report: Report, causes: readonly Cause[]): readonly Group[] {
  const { byOutcome } = report.counts;
  const { changes, comparison, staleKnownFailures = [] } = report;
  const warned = causes.filter((cause) => !isFailure(cause)).length;
  const left = changes.filter(({ state }) => state === "left").length;
  return [
    [
      "Result",
      [
        { id: "outcome", words: "Outcome" },
        {
          id: "failures",
          words: "Failures",
          count: causes.length - warned + alike(verdictsOf(report, "harness-error")).length,
          unit: "cause",
          tone: "bad",
        },
        { id: "warnings", words: "Warnings", count: warned, unit: "cause", tone: "warn" },
        {
          id: "known",
          words: "Known failures",
          count: byOutcome["known-fail"] + staleKnownFailures.length,
          unit: "check",
          tone: "warn",
        },
        { id: "not-run", words: "Could not run", count: byOutcome["could-not-run"], unit: "check", tone: "open" },
        {
          id: "comparison",
          words: "Comparison",
          ...(comparison === undefined
            ? {}
            : { count: comparison.newFailures.length, unit: "new failure", tone: "bad" as const }),
        },
      ],
    ],
    [
      "Contract",
      [
        { id: "matrix", words: "Operations" },
        { id: "requirements", words: "Requirements", count: report.requirements.length },
        { id: "interface", words: "Interface text" },
        { id: "roles", words: "Roles" },
        { id: "limits", words: "Limits" },
        { id: "kept", words: "Kept values" },
        { id: "coverage", words: "Contract coverage" },
      ],
    ],
    [
      "Run",
      [
        { id: "observed", words: "Observed", count: byOutcome.observed, unit: "check" },
        { id: "log", words: "Exchanges", count: report.exchanges.length },
        { id: "safety", words: "Safety", ...(left === 0 ? {} : { count: left, unit: "thing", tone: "warn" as const }) },
        { id: "set-up", words: "Set-up" },
      ],
    ],
  ];
}

function link({ id, words, count, unit, tone }: Entry): Markup {
  const figures =
    count === undefined
      ? undefined
      : html` <span class="count ${count === 0 ? "" : (tone ?? "")}">${unit === undefined ? figure(count) : counted(count, unit)}</span>`;
  return html`<li><a href="#${id}">${words}${figures}</a></li>`;
}
