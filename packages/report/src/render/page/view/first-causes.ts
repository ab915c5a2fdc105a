import type { Report } from "../../../report.ts";
import { counted } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { groupBy, problems, requirementsById } from "../../select.ts";
import { badge } from "../badge.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";

/** As many as fit on the first screen. */
const SHOWN = 5;

/** The rules that failed first, each with a link to its evidence; nothing when no check failed. */
export function firstCauses(report: Report): Markup | undefined {
  const broken = [...groupBy(problems(report), ({ requirement }) => requirement)];
  if (broken.length === 0) return undefined;
  const requirements = requirementsById(report);
  const items = broken.slice(0, SHOWN).flatMap(([requirement, [first, ...others]]) => {
    if (first === undefined) return [];
    const text = requirements.get(requirement)?.text ?? "";
    return [
      html`<li><a href="${checkLink(first.check)}">${badge(OUTCOME_LABELS[first.outcome])} <span class="text">${wire(text)}</span> <span class="id">${wire(requirement)}</span> <span class="count">${counted(others.length + 1, "check")}</span></a></li>`,
    ];
  });
  const all = html`<p><a href="#failures">All failures, with their evidence</a></p>`;
  return html`<h3>What failed first</h3>
<ol class="first-causes">${items}</ol>${all}`;
}
