import type { Report, RequirementSummary, Verdict } from "../../../report.ts";
import { figure } from "../../../text/words.ts";
import { groupBy, requirementsById } from "../../select.ts";
import { html, type Markup, wire } from "../markup.ts";
import { checkView } from "./check.ts";

/** A section of verdicts in full, under the requirement that they are about; `empty` is said when there are none. */
export interface Findings {
  readonly id: string;
  readonly title: string;
  readonly verdicts: readonly Verdict[];
  readonly empty: string;
}

/** Verdicts grouped by requirement, since the checks of one requirement mostly break for one cause. */
export function findingsView(report: Report, { id, title, verdicts, empty }: Findings): Markup {
  const requirements = requirementsById(report);
  const places = new Map(report.verdicts.map((verdict, index) => [verdict, index]));
  const groups = [...groupBy(verdicts, ({ requirement }) => requirement)].map(([name, checks]) => {
    const articles = checks.map((verdict) => checkView(verdict, places.get(verdict) ?? -1));
    return html`<div class="finding">${heading(name, requirements.get(name))}${articles}</div>`;
  });
  const body = groups.length === 0 ? html`<p class="quiet">${empty}</p>` : groups;
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title" tabindex="-1">${title} <span class="count">${figure(verdicts.length)}</span></h2>
${body}
</section>`;
}

function heading(name: string, requirement: RequirementSummary | undefined): Markup {
  if (requirement === undefined) return html`<h3>${wire(name)}</h3>`;
  const { id, level, basis, section, text, provisional } = requirement;
  const revised = provisional === true ? html`<span class="tag">under revision</span>` : undefined;
  return html`<h3><span class="id">${wire(id)}</span> <span class="tag strong">${level}</span> <span class="tag">${basis}</span> ${revised}</h3>
<p class="statement">${wire(text)}</p>
<p class="section">${wire(section)}</p>
`;
}
