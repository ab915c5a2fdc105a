import { alike } from "../../../causes/alike.ts";
import { type Cause, checksOf, isFailure, rulesOf } from "../../../causes/causes-of.ts";
import { SymptomWords } from "../../../causes/symptom-words.ts";
import type { Report, Verdict } from "../../../report.ts";
import { verdictsOf } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import { checkWords } from "../../check-words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { badge } from "../badge.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";

/** The limit keeps the first screen short for a target on which everything is broken. */
const SHOWN = 100;

/**
 * All causes of failures, one per line, with the number of checks that each explains; `undefined` when no check failed.
 */
export function firstCauses(report: Report, causes: readonly Cause[]): Markup | undefined {
  const symptoms = new SymptomWords(report);
  const mishaps = alike(verdictsOf(report, "harness-error"));
  const failures = causes.filter(isFailure);
  if (mishaps.length + failures.length === 0) return undefined;
  const row = (first: Verdict, rest: readonly Verdict[], rules: number, checks: string): Markup => {
    const others = rules > 1 ? html` and ${counted(rules - 1, "other requirement")}` : undefined;
    return html`<li><a href="${checkLink(first.check)}">${badge(OUTCOME_LABELS[first.outcome])} <span class="text">${wire(symptoms.of(first, rest))}</span> <span class="id">${wire(first.requirement)}</span>${others} <span class="count">${checks}</span></a></li>`;
  };
  const rows = [
    ...mishaps.map(({ first, others }) => row(first, others, 1, counted(others.length + 1, "check"))),
    ...failures.map((cause) => row(cause.first, cause.others, rulesOf(cause).length, checkWords(checksOf(cause)))),
  ];
  const rest = rows.length - SHOWN;
  return html`<h3>What failed</h3>
<ol class="first-causes">${rows.slice(0, SHOWN)}</ol>
<p><a href="#failures">${rest > 0 ? `${counted(rest, "more cause")} and all failures` : "All failures"}, with their evidence</a></p>`;
}
