import { type Cause, causesOf } from "../../../causes.ts";
import type { Report, RequirementSummary, Verdict } from "../../../report.ts";
import { counted, figure } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { requirementsById } from "../../select.ts";
import { badge } from "../badge.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { checkView } from "./check.ts";
import { nothing, section } from "./section.ts";

/** A view of verdicts by what seems to be their cause; `empty` is said when there are none. */
export interface CausesView {
  readonly id: string;
  readonly title: string;
  readonly verdicts: readonly Verdict[];
  readonly lead: string;
  readonly empty: string;
}

/** A target on which everything is broken must not make a page that nobody can open: what is beyond is in the list of requirements. */
const CAUSES_SHOWN = 300;
const OTHERS_SHOWN = 60;

/** Verdicts by cause: one in full with its evidence, and where else the same came about. */
export function causesView(report: Report, { id, title, verdicts, lead, empty }: CausesView): Markup {
  const causes = causesOf(verdicts);
  const facts = {
    requirements: requirementsById(report),
    places: new Map(report.verdicts.map((verdict, index) => [verdict, index])),
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
  };
  const views = causes.slice(0, CAUSES_SHOWN).map((cause, index) => causeView(cause, `${id}-${index + 1}`, facts));
  const rest =
    causes.length > CAUSES_SHOWN
      ? html`<p class="empty">${counted(causes.length - CAUSES_SHOWN, "more cause")} of this kind: see the requirements, filtered by outcome.</p>`
      : undefined;
  return section({
    id,
    title,
    count: verdicts.length,
    ...(verdicts.length === 0 ? {} : { lead: `${lead} ${counted(causes.length, "cause")}.` }),
    body: verdicts.length === 0 ? nothing(empty) : [...views, ...(rest === undefined ? [] : [rest])],
  });
}

interface Facts {
  readonly requirements: ReadonlyMap<string, RequirementSummary>;
  readonly places: ReadonlyMap<Verdict, number>;
  readonly exchanges: ReadonlyMap<string, Report["exchanges"][number]>;
}

function causeView({ requirement, first, others }: Cause, id: string, facts: Facts): Markup {
  const judged = facts.exchanges.get(first.evidence.at(-1) ?? "");
  return html`<div class="cause ${OUTCOME_LABELS[first.outcome].tone}" id="${id}">
${heading(requirement, facts.requirements.get(requirement), others.length + 1)}
${checkView(first, facts.places.get(first) ?? -1, judged)}
${others.length === 0 ? undefined : elsewhere(others)}
</div>`;
}

function heading(name: string, requirement: RequirementSummary | undefined, checks: number): Markup {
  const many = html`<span class="count">${counted(checks, "check")}</span>`;
  if (requirement === undefined) return html`<h3><span class="id">${wire(name)}</span> ${many}</h3>`;
  const { id, level, basis, section: origin, text, provisional } = requirement;
  const revised = provisional === true ? html`<span class="tag">under revision</span>` : undefined;
  return html`<h3><span class="statement">${wire(text)}</span></h3>
<p class="origin"><span class="id">${wire(id)}</span> <span class="tag strong">${level}</span> <span class="tag">${basis}</span> ${revised} <span class="where">${wire(origin)}</span> ${many}</p>`;
}

function elsewhere(others: readonly Verdict[]): Markup {
  const items = others
    .slice(0, OTHERS_SHOWN)
    .map((other) => html`<li><a href="${checkLink(other.check)}">${nameOf(other)}</a>${odd(other)}</li>`);
  const more =
    others.length > OTHERS_SHOWN ? html`<li>and ${figure(others.length - OTHERS_SHOWN)} more</li>` : undefined;
  return html`<details class="elsewhere"><summary>The same in ${counted(others.length, "other check")}</summary><ul class="checks">${items}${more}</ul></details>`;
}

function nameOf({ operation, version, check }: Verdict): string {
  return operation === undefined ? check : `${operation}${version === undefined ? "" : ` ${version}`}`;
}

/** Only what is not a plain failure is said of the others. */
function odd({ outcome }: Verdict): Markup | undefined {
  return outcome === "fail" || outcome === "warn" ? undefined : html` ${badge(OUTCOME_LABELS[outcome])}`;
}
