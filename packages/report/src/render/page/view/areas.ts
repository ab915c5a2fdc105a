import { countAll } from "../../../counts.ts";
import { LEVELS, OUTCOMES, type OutcomeKind } from "../../../outcome.ts";
import type { Report, RequirementSummary } from "../../../report.ts";
import { groupBy } from "../../../select.ts";
import { visible } from "../../../text/visible.ts";
import { figure } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { html, type Markup, wire } from "../markup.ts";
import { bar } from "./bar.ts";

/** The areas of the interface, each with its shares and a link to its requirements. */
export function areasView({ requirements }: Report): Markup | undefined {
  if (requirements.length === 0) return undefined;
  const areas = [...groupBy(requirements, ({ area }) => area)].sort(([one], [other]) => (one < other ? -1 : 1));
  return html`<h3>By area</h3>
<ul class="areas">${areas.map(([area, members]) => areaView(area, members))}</ul>`;
}

function areaView(area: string, members: readonly RequirementSummary[]): Markup {
  const { byLevel } = countAll(members, [], 0);
  const amounts = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, LEVELS.reduce((sum, level) => sum + byLevel[level][outcome], 0)]),
  ) as Record<OutcomeKind, number>;
  const worst = OUTCOMES.find((outcome) => amounts[outcome] > 0 && outcome !== "pass" && outcome !== "observed");
  const note =
    worst === undefined || worst === "not-applicable"
      ? html`<span class="good" aria-hidden="true">✔</span>`
      : html`<span class="${OUTCOME_LABELS[worst].tone}">${OUTCOME_LABELS[worst].symbol} ${figure(amounts[worst])} ${OUTCOME_LABELS[worst].words}</span>`;
  return html`<li><a href="#requirements&amp;area=${encodeURIComponent(visible(area))}"><span class="area-name"><strong>${wire(area)}</strong> <span class="count">${sizeOf(members)}</span> ${note}</span>${bar(amounts)}</a></li>`;
}

/** The number of rules; for a target that offers only part of them, also how many of them apply. */
function sizeOf(members: readonly RequirementSummary[]): string {
  const applying = members.filter(({ outcome }) => outcome !== "not-applicable").length;
  return applying === members.length ? figure(applying) : `${figure(applying)} of ${figure(members.length)} apply`;
}
