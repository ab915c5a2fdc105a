import { type LevelCount, levelCounts } from "../../../counts.ts";
import { OUTCOMES, type OutcomeKind, type Report } from "../../../report.ts";
import { figure } from "../../../text/words.ts";
import { countColumns, OUTCOME_LABELS } from "../../labels.ts";
import { html, type Markup } from "../markup.ts";

/** Requirements per level and outcome. A share is always shown with what it is a share of. */
export function countsView({ counts }: Report): Markup {
  const levels = levelCounts(counts);
  const columns = countColumns(levels);
  const heads = columns.map((outcome) => {
    const { symbol, words } = OUTCOME_LABELS[outcome];
    return html`<th scope="col" class="number"><span aria-hidden="true">${symbol} </span>${words}</th>`;
  });
  return html`<section id="counts" aria-labelledby="counts-title">
<h2 id="counts-title" tabindex="-1">Requirements by level</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="counts-title">
<table class="counts">
<thead><tr><th scope="col">Level</th><th scope="col">Hold, of those that apply</th>${heads}<th scope="col" class="number">all</th></tr></thead>
<tbody>${levels.map((level) => row(level, columns))}</tbody>
</table>
</div>
</section>`;
}

function row({ level, applicable, total, byOutcome }: LevelCount, columns: readonly OutcomeKind[]): Markup {
  const cells = columns.map((outcome) => {
    const count = byOutcome[outcome];
    return html`<td class="number ${count === 0 ? "zero" : OUTCOME_LABELS[outcome].tone}">${figure(count)}</td>`;
  });
  return html`<tr><th scope="row">${level}</th><td class="share">${bar(byOutcome, applicable)}<span>${applicable === 0 ? "nothing to hold" : `${figure(byOutcome.pass)} of ${figure(applicable)}`}</span></td>${cells}<td class="number">${figure(total)}</td></tr>`;
}

/** An SVG because its attributes need no inline style, which the content security policy refuses. */
function bar(byOutcome: LevelCount["byOutcome"], applicable: number): Markup {
  if (applicable === 0) return html``;
  let left = 0;
  const pieces = OUTCOMES.toReversed()
    .filter((outcome) => outcome !== "not-applicable" && outcome !== "observed" && byOutcome[outcome] > 0)
    .map((outcome) => {
      const width = (byOutcome[outcome] / applicable) * 100;
      const piece = html`<rect class="${OUTCOME_LABELS[outcome].tone}" x="${left.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="8"/>`;
      left += width;
      return piece;
    });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">${pieces}</svg>`;
}
