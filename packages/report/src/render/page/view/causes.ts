import { shownExchange } from "../../../deciding.ts";
import type { Report, RequirementSummary, Verdict } from "../../../report.ts";
import { groupBy, requirementsById } from "../../../select.ts";
import { counted, figure } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { type RuleBook, rulePage } from "../../rule-book.ts";
import { badge } from "../badge.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { aboutRule } from "./about-rule.ts";
import { checkView } from "./check.ts";
import { nothing, section } from "./section.ts";

/** What stands on one card. */
export interface Card {
  readonly first: Verdict;
  readonly others: readonly Verdict[];
  /** Checks that could not run because of it. */
  readonly blocked?: readonly Verdict[];
}

/** A view of verdicts by what seems to be their cause; `empty` is said when there are none. */
export interface CausesView {
  readonly id: string;
  readonly title: string;
  readonly cards: readonly Card[];
  readonly lead: string;
  readonly empty: string;
  readonly book?: RuleBook | undefined;
}

/** A target on which everything is broken must not make a page that nobody can open: what is beyond is in the list of requirements. */
const CAUSES_SHOWN = 300;
const OTHERS_SHOWN = 60;

/** Verdicts by cause: one in full with its evidence, and what else came about by it. */
export function causesView(report: Report, { id, title, cards, lead, empty, book }: CausesView): Markup {
  const facts = {
    requirements: requirementsById(report),
    places: new Map(report.verdicts.map((verdict, index) => [verdict, index])),
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
    book,
  };
  const views = cards.slice(0, CAUSES_SHOWN).map((card, index) => cardView(card, `${id}-${index + 1}`, facts));
  const rest =
    cards.length > CAUSES_SHOWN
      ? html`<p class="empty">${counted(cards.length - CAUSES_SHOWN, "more cause")} of this kind: see the requirements, filtered by outcome.</p>`
      : undefined;
  const verdicts = cards.reduce((sum, { others }) => sum + 1 + others.length, 0);
  return section({
    id,
    title,
    count: cards.length,
    ...(cards.length === 0
      ? {}
      : { lead: `${lead} ${counted(cards.length, "cause")}, seen by ${counted(verdicts, "check")}.` }),
    body: cards.length === 0 ? nothing(empty) : [...views, ...(rest === undefined ? [] : [rest])],
  });
}

interface Facts {
  readonly requirements: ReadonlyMap<string, RequirementSummary>;
  readonly places: ReadonlyMap<Verdict, number>;
  readonly exchanges: ReadonlyMap<string, Report["exchanges"][number]>;
  readonly book: RuleBook | undefined;
}

function cardView({ first, others, blocked = [] }: Card, id: string, facts: Facts): Markup {
  const judged = facts.exchanges.get(shownExchange(first) ?? "");
  const same = others.filter(({ requirement }) => requirement === first.requirement);
  const rest = [...groupBy(others, ({ requirement }) => requirement)].filter(([rule]) => rule !== first.requirement);
  return html`<div class="cause ${OUTCOME_LABELS[first.outcome].tone}" id="${id}">
${heading(first.requirement, facts, others.length + 1)}
${checkView(first, facts.places.get(first) ?? -1, judged)}
${aboutRule(first.requirement, facts.book)}
${same.length === 0 ? undefined : elsewhere(`The same in ${counted(same.length, "other check")}`, same)}
${rest.length === 0 ? undefined : alsoBroken(rest, facts)}
${blocked.length === 0 ? undefined : elsewhere(`${counted(blocked.length, "check")} could not run because of it`, blocked)}
</div>`;
}

function heading(name: string, { requirements, book }: Facts, checks: number): Markup {
  const requirement = requirements.get(name);
  const many = html`<span class="count">${counted(checks, "check")}</span>`;
  if (requirement === undefined) return html`<h3><span class="id">${wire(name)}</span> ${many}</h3>`;
  const { id, level, basis, section: origin, text, provisional } = requirement;
  const revised = provisional === true ? html`<span class="tag">under revision</span>` : undefined;
  return html`<h3><span class="statement">${wire(text)}</span></h3>
<p class="origin">${shownId(id, book)} <span class="tag strong">${level}</span> <span class="tag">${basis}</span> ${revised} <span class="where">${wire(origin)}</span> ${many}</p>`;
}

/** The id, as a link to its page where there is one. */
function shownId(id: string, book: RuleBook | undefined): Markup {
  const page = rulePage(book?.site, id);
  if (page === undefined) return html`<span class="id">${wire(id)}</span>`;
  return html`<a class="id" href="${page}" rel="noreferrer">${wire(id)}</a>`;
}

/** Other rules that seem to be broken by the same mistake. */
function alsoBroken(rules: readonly (readonly [id: string, verdicts: readonly Verdict[]])[], facts: Facts): Markup {
  const items = rules.map(([id, verdicts]) => {
    const text = facts.requirements.get(id)?.text;
    const words = text === undefined ? undefined : html` ${wire(text)}`;
    return html`<li><span class="id">${wire(id)}</span>${words}<ul class="checks">${links(verdicts)}</ul></li>`;
  });
  const title = `It seems to break ${counted(rules.length, "other requirement")} as well`;
  return html`<details class="elsewhere"><summary>${title}</summary><ul class="rules-too">${items}</ul></details>`;
}

function elsewhere(title: string, others: readonly Verdict[]): Markup {
  return html`<details class="elsewhere"><summary>${title}</summary><ul class="checks">${links(others)}</ul></details>`;
}

function links(verdicts: readonly Verdict[]): readonly Markup[] {
  const items = verdicts
    .slice(0, OTHERS_SHOWN)
    .map((one) => html`<li><a href="${checkLink(one.check)}">${nameOf(one)}</a>${odd(one)}</li>`);
  const more = verdicts.length - OTHERS_SHOWN;
  return more > 0 ? [...items, html`<li>and ${figure(more)} more</li>`] : items;
}

function nameOf({ operation, version, check }: Verdict): string {
  return operation === undefined ? check : `${operation}${version === undefined ? "" : ` ${version}`}`;
}

/** Only what is not a plain failure is said of the others. */
function odd({ outcome }: Verdict): Markup | undefined {
  return outcome === "fail" || outcome === "could-not-run" ? undefined : html` ${badge(OUTCOME_LABELS[outcome])}`;
}
