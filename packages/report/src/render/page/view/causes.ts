import { SymptomWords } from "../../../causes/symptom-words.ts";
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

/** The content of one card. */
export interface Card {
  readonly first: Verdict;
  readonly others: readonly Verdict[];
  /** Checks that could not run because of the cause. */
  readonly blocked?: readonly Verdict[];
}

/** A view of verdicts by probable cause; `empty` is its text when there are none. */
export interface CausesView {
  readonly id: string;
  readonly title: string;
  readonly cards: readonly Card[];
  readonly lead: string;
  readonly empty: string;
  readonly book?: RuleBook | undefined;
}

/**
 * Limits that keep the page usable for a target on which everything is broken; the list of requirements contains the
 * rest.
 */
const CAUSES_SHOWN = 300;
const OTHERS_SHOWN = 60;

/** Verdicts by cause: one in full with its evidence, and the others that the cause explains. */
export function causesView(report: Report, { id, title, cards, lead, empty, book }: CausesView): Markup {
  const facts: Facts = {
    symptoms: new SymptomWords(report),
    requirements: requirementsById(report),
    places: new Map(report.verdicts.map((verdict, index) => [verdict, index])),
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
    book,
  };
  const views = cards.slice(0, CAUSES_SHOWN).map((card, index) => cardView(card, `${id}-${index + 1}`, facts));
  const rest =
    cards.length > CAUSES_SHOWN
      ? html`<p class="empty">${counted(cards.length - CAUSES_SHOWN, "more cause")} of this kind: filter the requirements by outcome.</p>`
      : undefined;
  return section({
    id,
    title,
    ...(cards.length === 0 ? {} : { count: counted(cards.length, "cause"), lead: `${lead} ${amountOf(cards)}` }),
    body: cards.length === 0 ? nothing(empty) : [...views, ...(rest === undefined ? [] : [rest])],
  });
}

/** The number of checks on the cards, by outcome. */
function amountOf(cards: readonly Card[]): string {
  const verdicts = cards.flatMap(({ first, others }) => [first, ...others]);
  const parts = [...groupBy(verdicts, ({ outcome }) => outcome)].map(
    ([outcome, own]) => `${counted(own.length, "check")} of outcome ${OUTCOME_LABELS[outcome].words}`,
  );
  return `${counted(cards.length, "cause")}, ${parts.join(", ")}.`;
}

interface Facts {
  readonly symptoms: SymptomWords;
  readonly requirements: ReadonlyMap<string, RequirementSummary>;
  readonly places: ReadonlyMap<Verdict, number>;
  readonly exchanges: ReadonlyMap<string, Report["exchanges"][number]>;
  readonly book: RuleBook | undefined;
}

function cardView({ first, others, blocked = [] }: Card, id: string, facts: Facts): Markup {
  const same = others.filter(({ requirement }) => requirement === first.requirement);
  const rest = [...groupBy(others, ({ requirement }) => requirement)].filter(([rule]) => rule !== first.requirement);
  return html`<div class="cause ${OUTCOME_LABELS[first.outcome].tone}" id="${id}">
<h3>${wire(facts.symptoms.of(first, others))}</h3>
${origin(first.requirement, facts, same.length + 1)}
${checkView(first, facts.places.get(first) ?? -1, facts.exchanges)}
${aboutRule(first.requirement, facts.book)}
${same.length === 0 ? undefined : elsewhere(`The same in ${counted(same.length, "other check")}`, same)}
${rest.length === 0 ? undefined : alsoBroken(rest, facts, facts.symptoms.of(first, others))}
${blocked.length === 0 ? undefined : elsewhere(`${counted(blocked.length, "check")} could not run because of this`, blocked)}
</div>`;
}

/** The broken rule, its origin, and the number of checks of this cause that break it. */
function origin(name: string, { requirements, book }: Facts, checks: number): Markup {
  const requirement = requirements.get(name);
  const many = html`<span class="count">${counted(checks, "check")}</span>`;
  if (requirement === undefined) return html`<p class="origin"><span class="id">${wire(name)}</span> ${many}</p>`;
  const { id, level, basis, section: from, text, provisional } = requirement;
  const revised = provisional === true ? html`<span class="tag">under revision</span>` : undefined;
  return html`<p class="statement">${wire(text)}</p>
<p class="origin">${shownId(id, book)} <span class="tag strong">${level}</span> <span class="tag">${basis}</span> ${revised} <span class="where">${wire(from)}</span> ${many}</p>`;
}

/** The id, as a link if it has a page. */
function shownId(id: string, book: RuleBook | undefined): Markup {
  const page = rulePage(book?.site, id);
  if (page === undefined) return html`<span class="id">${wire(id)}</span>`;
  return html`<a class="id" href="${page}" rel="noreferrer">${wire(id)}</a>`;
}

/** Other rules that the same mistake seems to break, each with its own evidence. */
function alsoBroken(
  rules: readonly (readonly [id: string, verdicts: readonly Verdict[]])[],
  facts: Facts,
  title: string,
): Markup {
  // If the symptom is the same as the title of the card, the text of the rule is more informative.
  const words = (id: string, best: Verdict, others: readonly Verdict[]): string => {
    const symptom = facts.symptoms.of(best, others);
    return symptom === title ? (facts.requirements.get(id)?.text ?? symptom) : symptom;
  };
  const items = rules.flatMap(([id, [best, ...others]]) =>
    best === undefined
      ? []
      : [
          html`<li><details class="too"><summary>${badge(OUTCOME_LABELS[best.outcome])} <span class="text">${wire(words(id, best, others))}</span> <span class="id">${wire(id)}</span> <span class="count">${counted(others.length + 1, "check")}</span></summary>
<p class="statement">${wire(facts.requirements.get(id)?.text ?? "")}</p>
${checkView(best, facts.places.get(best) ?? -1, facts.exchanges)}
${others.length === 0 ? undefined : elsewhere(`The same in ${counted(others.length, "other check")}`, others)}</details></li>`,
        ],
  );
  return html`<p class="too-title">${counted(rules.length, "other requirement")} ${rules.length === 1 ? "seems" : "seem"} to fail because of the same mistake</p>
<ul class="rules-too">${items}</ul>`;
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

/** A badge for verdicts that are not plain failures; the others need none. */
function odd({ outcome }: Verdict): Markup | undefined {
  return outcome === "fail" || outcome === "could-not-run" ? undefined : html` ${badge(OUTCOME_LABELS[outcome])}`;
}
