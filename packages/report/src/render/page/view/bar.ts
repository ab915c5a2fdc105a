import { OUTCOMES, type OutcomeKind } from "../../../outcome.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { html, type Markup } from "../markup.ts";

/** Outcomes from best to worst, so that a bar turns red at its right end. */
export const BEST_FIRST: readonly OutcomeKind[] = [
  "pass",
  ...OUTCOMES.toReversed().filter((outcome) => outcome !== "pass"),
];

/** Shares of outcomes as one stacked bar. It is an SVG, because the content security policy forbids inline styles. */
export function bar(amounts: Readonly<Record<OutcomeKind, number>>, without: readonly OutcomeKind[] = []): Markup {
  const shown = BEST_FIRST.filter((outcome) => !without.includes(outcome) && amounts[outcome] > 0);
  const total = shown.reduce((sum, outcome) => sum + amounts[outcome], 0);
  let left = 0;
  const pieces = shown.map((outcome) => {
    const width = (amounts[outcome] / total) * 100;
    const piece = html`<rect class="${OUTCOME_LABELS[outcome].tone}" x="${left.toFixed(2)}" y="0" width="${Math.max(width, 0.6).toFixed(2)}" height="8"/>`;
    left += width;
    return piece;
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">${pieces}</svg>`;
}
