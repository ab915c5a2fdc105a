import { OUTCOMES } from "../outcome.ts";
import { OUTCOME_LABELS } from "../render/labels.ts";
import type { RequirementSummary } from "../report.ts";
import { visible } from "../text/visible.ts";
import { report } from "./data.ts";
import { byId, el } from "./dom.ts";
import { whenShown } from "./views.ts";

/** A section of the interface: its own rules and its subsections. */
interface Part {
  readonly rules: RequirementSummary[];
  readonly parts: Map<string, Part>;
}

function partsOf(): Part {
  const root: Part = { rules: [], parts: new Map() };
  for (const requirement of report.requirements) {
    let part = root;
    for (const name of requirement.section.split(" > ")) {
      const inner = part.parts.get(name) ?? { rules: [], parts: new Map() };
      part.parts.set(name, inner);
      part = inner;
    }
    part.rules.push(requirement);
  }
  return root;
}

function rule({ id, outcome, level, text, provisional }: RequirementSummary): HTMLElement {
  const { symbol, words, tone } = OUTCOME_LABELS[outcome];
  return el(
    "li",
    { class: `rule ${tone}` },
    el("span", { class: "symbol", "aria-hidden": "true" }, symbol),
    el(
      "span",
      { class: "rule-text" },
      visible(text),
      " ",
      el("a", { class: "id", href: `#requirement=${encodeURIComponent(visible(id))}` }, visible(id)),
      " ",
      el("span", { class: "tag" }, level),
      provisional === true ? el("span", { class: "tag" }, "under revision") : undefined,
      " ",
      el("span", { class: "rule-words" }, words),
    ),
  );
}

function partView(name: string, { rules, parts }: Part, depth: 3 | 4): HTMLElement {
  return el(
    "div",
    { class: "part" },
    el(depth === 3 ? "h3" : "h4", {}, visible(name)),
    rules.length === 0 ? undefined : el("ul", { class: "rules" }, ...rules.map(rule)),
    ...[...parts].map(([inner, part]) => partView(inner, part, 4)),
  );
}

function legend(): HTMLElement {
  const present = OUTCOMES.toReversed().filter((one) => report.requirements.some(({ outcome }) => outcome === one));
  const entries = present.map((outcome) => {
    const { symbol, words, tone } = OUTCOME_LABELS[outcome];
    return el("li", { class: tone }, el("span", { class: "symbol", "aria-hidden": "true" }, symbol), ` ${words}`);
  });
  return el("ul", { class: "legend" }, ...entries);
}

/** Builds the interface text when the view is first shown. */
export function startInterface(): void {
  whenShown("interface", () => {
    const views = [...partsOf().parts].map(([name, part]) => partView(name, part, 3));
    byId("interface-text", HTMLElement).append(legend(), ...views);
  });
}
