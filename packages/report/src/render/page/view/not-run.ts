import type { Report } from "../../../report.ts";
import { counted, figure } from "../../../text/words.ts";
import { byReason, type NotRun, unexamined } from "../../select.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";

/** Longer lists help nobody; the requirements further down can be filtered. */
const SHOWN = 200;

/** What could not run and what does not apply, apart from each other, each under its reasons. */
export function notRunView(report: Report): Markup {
  const idle = unexamined(report);
  const lacking = byReason(report, "could-not-run");
  const foreign = byReason(report, "not-applicable");
  const without =
    idle.length === 0
      ? undefined
      : group(
          "No check looks at it",
          idle.length,
          "requirement",
          idle.map(({ id }) => html`<li>${wire(id)}</li>`),
        );
  const nothing =
    lacking.length === 0 && without === undefined
      ? html`<p class="quiet">Everything that was selected could run.</p>`
      : undefined;
  const inapplicable =
    foreign.length === 0
      ? undefined
      : html`<h3>Not applicable to this target <span class="count">${figure(amount(foreign))}</span></h3>${foreign.map(reasonGroup)}`;
  return html`<section id="not-run" aria-labelledby="not-run-title">
<h2 id="not-run-title" tabindex="-1">Could not run <span class="count">${figure(amount(lacking))}</span></h2>
${nothing}${lacking.map(reasonGroup)}${without}${inapplicable}
</section>`;
}

function reasonGroup([reason, verdicts]: readonly [string, readonly NotRun[]]): Markup {
  return group(
    reason,
    verdicts.length,
    "check",
    verdicts.map(({ check }) => html`<li><a href="${checkLink(check)}">${check}</a></li>`),
  );
}

function group(reason: string, count: number, noun: string, items: readonly Markup[]): Markup {
  const more =
    count > SHOWN ? html`<li>… and ${figure(count - SHOWN)} more, among the requirements below</li>` : undefined;
  return html`<details class="group"><summary><span class="count">${counted(count, noun)}</span> ${wire(reason)}</summary><ul class="checks">${items.slice(0, SHOWN)}${more}</ul></details>`;
}

function amount(groups: readonly (readonly [string, readonly NotRun[]])[]): number {
  return groups.reduce((sum, [, verdicts]) => sum + verdicts.length, 0);
}
