import type { OutcomeKind } from "../outcome.ts";
import { OUTCOME_LABELS } from "../render/labels.ts";
import { el } from "./dom.ts";

/** Symbol and words of an outcome. The colour only repeats their meaning. */
export function badge(outcome: OutcomeKind): HTMLElement {
  const { symbol, words, tone } = OUTCOME_LABELS[outcome];
  return el("span", { class: `badge ${tone}` }, el("span", { class: "symbol", "aria-hidden": "true" }, symbol), words);
}
