import { type LevelCount, levelCounts } from "../../../counts.ts";
import type { OutcomeKind } from "../../../outcome.ts";
import type { Counts } from "../../../report.ts";
import { figure } from "../../../text/words.ts";
import { countColumns, OUTCOME_LABELS } from "../../labels.ts";
import { html, type Markup } from "../markup.ts";
import { bar } from "./bar.ts";

/** Requirements per level and outcome. A share is always shown with its total. */
export function levelTable(counts: Counts): Markup {
  const levels = levelCounts(counts);
  const columns = countColumns(levels);
  const heads = columns.map((outcome) => {
    const { symbol, words } = OUTCOME_LABELS[outcome];
    return html`<th scope="col" class="number"><span aria-hidden="true">${symbol} </span>${words}</th>`;
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Requirements by level">
<table class="counts">
<thead><tr><th scope="col">Level</th><th scope="col">Hold, of those that apply</th>${heads}<th scope="col" class="number">all</th></tr></thead>
<tbody>${levels.map((level) => row(level, columns))}</tbody>
</table>
</div>`;
}

function row({ level, applicable, total, byOutcome }: LevelCount, columns: readonly OutcomeKind[]): Markup {
  const cells = columns.map((outcome) => {
    const count = byOutcome[outcome];
    return html`<td class="number ${count === 0 ? "zero" : OUTCOME_LABELS[outcome].tone}">${figure(count)}</td>`;
  });
  const share = applicable === 0 ? "nothing to hold" : `${figure(byOutcome.pass)} of ${figure(applicable)}`;
  const shown = applicable === 0 ? undefined : bar(byOutcome, ["not-applicable", "observed"]);
  return html`<tr><th scope="row">${level}</th><td class="share">${shown}<span>${share}</span></td>${cells}<td class="number">${figure(total)}</td></tr>`;
}
