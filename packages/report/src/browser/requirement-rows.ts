import { type AspectId, aspectOf } from "../aspects.ts";
import type { RequirementSummary, Verdict } from "../report.ts";
import { visible } from "../text/visible.ts";
import { counted } from "../text/words.ts";
import { badge } from "./badge.ts";
import { checkView } from "./check-view.ts";
import { report } from "./data.ts";
import { el, wire } from "./dom.ts";
import { lazy } from "./lazy.ts";
import { aboutRule } from "./rule-notes.ts";

/** A requirement in the list, with the data that the filters use. */
export interface Row {
  readonly requirement: RequirementSummary;
  readonly verdicts: readonly Verdict[];
  readonly view: HTMLDetailsElement;
  readonly words: string;
  readonly operations: ReadonlySet<string>;
  readonly aspect: AspectId;
}

/** Checks that are built at a time. */
const SHOWN = 40;

/**
 * One row per requirement, in the order of the report. `operation` returns the selected operation: an opened row shows
 * only the checks of it.
 */
export function requirementRows(operation: () => string): readonly Row[] {
  const groups = new Map<string, Verdict[]>(report.requirements.map(({ id }) => [id, []]));
  for (const verdict of report.verdicts) groups.get(verdict.requirement)?.push(verdict);
  return report.requirements.map((requirement) => {
    const verdicts = groups.get(requirement.id) ?? [];
    const { id, text, section, basis } = requirement;
    return {
      requirement,
      verdicts,
      view: rowView(requirement, verdicts, operation),
      words: [id, text, section, basis, ...verdicts.map(({ check }) => check)].join("\n").toLowerCase(),
      operations: new Set(verdicts.map((verdict) => visible(verdict.operation ?? ""))),
      aspect: aspectOf(requirement),
    };
  });
}

function rowView(
  requirement: RequirementSummary,
  verdicts: readonly Verdict[],
  operation: () => string,
): HTMLDetailsElement {
  const summary = el(
    "summary",
    {},
    badge(requirement.outcome),
    el("span", { class: "id" }, visible(requirement.id)),
    el("span", { class: "tag strong" }, requirement.level),
    el("span", { class: "text" }, visible(requirement.text)),
    el("span", { class: "count" }, counted(requirement.checks, "check")),
  );
  return lazy(el("details", { class: "requirement" }, summary), () => {
    const wanted = operation();
    const shown = verdicts.filter((verdict) => wanted === "" || visible(verdict.operation ?? "") === wanted);
    return [...about(requirement, verdicts.length), ...checkList(shown), ...rest(verdicts, shown)];
  });
}

function about(requirement: RequirementSummary, checks: number): readonly Node[] {
  const origin = [requirement.section, requirement.basis, requirement.kind].map(visible).join(" · ");
  return [
    el("p", { class: "statement" }, wire(requirement.text)),
    el("p", { class: "origin" }, origin + (requirement.provisional === true ? " · under revision" : "")),
    ...aboutRule(requirement.id),
    ...(checks === 0 ? [el("p", { class: "quiet" }, "No check of this run tests it.")] : []),
  ];
}

/** The first checks, and a button for more: a requirement may have more than a hundred. */
function checkList(verdicts: readonly Verdict[]): readonly Node[] {
  const first = verdicts.slice(0, SHOWN).map(checkView);
  if (verdicts.length <= SHOWN) return first;
  return [
    ...first,
    more(`Show ${counted(verdicts.length - SHOWN, "more check")}`, () => checkList(verdicts.slice(SHOWN))),
  ];
}

function rest(verdicts: readonly Verdict[], shown: readonly Verdict[]): readonly Node[] {
  const others = verdicts.filter((verdict) => !shown.includes(verdict));
  if (others.length === 0) return [];
  return [more(`Show ${counted(others.length, "check")} on other operations`, () => checkList(others))];
}

function more(words: string, build: () => readonly Node[]): HTMLButtonElement {
  const button = el("button", { type: "button", class: "more" }, words);
  button.addEventListener("click", () => {
    const built = build();
    button.replaceWith(...built);
    const [first] = built;
    if (first instanceof HTMLElement) first.focus();
  });
  return button;
}
