import { alike } from "../../../causes/alike.ts";
import { type Cause, reachOf, requirementsOf } from "../../../causes/causes-of.ts";
import type { Report, Verdict } from "../../../report.ts";
import { requirementsById, verdictsOf } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { badge } from "../badge.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";

/** A target on which everything is broken must not make a first screen without an end. */
const SHOWN = 100;

/** All causes of failures, one a line, with how much each explains; nothing when no check failed. */
export function firstCauses(report: Report, causes: readonly Cause[]): Markup | undefined {
  const requirements = requirementsById(report);
  const mishaps = alike(verdictsOf(report, "harness-error"));
  const failures = causes.filter(({ first }) => first.outcome !== "warn");
  if (mishaps.length + failures.length === 0) return undefined;
  const row = (first: Verdict, rules: readonly string[], checks: number): Markup => {
    const text = requirements.get(first.requirement)?.text ?? "";
    const others = rules.length > 1 ? `and ${counted(rules.length - 1, "other requirement")}, ` : "";
    return html`<li><a href="${checkLink(first.check)}">${badge(OUTCOME_LABELS[first.outcome])} <span class="text">${wire(text)}</span> <span class="id">${wire(first.requirement)}</span> <span class="count">${others}${counted(checks, "check")}</span></a></li>`;
  };
  const rows = [
    ...mishaps.map(({ first, others }) => row(first, [first.requirement], others.length + 1)),
    ...failures.map((cause) => row(cause.first, requirementsOf(cause), reachOf(cause))),
  ];
  const rest = rows.length - SHOWN;
  return html`<h3>What failed</h3>
<ol class="first-causes">${rows.slice(0, SHOWN)}</ol>
<p><a href="#failures">${rest > 0 ? `${counted(rest, "more cause")} and all failures` : "All failures"}, with their evidence</a></p>`;
}
