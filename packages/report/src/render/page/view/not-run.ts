import type { Report } from "../../../report.ts";
import { byReason, type NotRun, unexamined } from "../../../select.ts";
import { counted, figure } from "../../../text/words.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";

/** Longer lists do not help readers, who can filter the requirements. */
const SHOWN = 200;

/** Checks that could not run and checks that do not apply, each under their reasons. */
export function notRunView(report: Report): Markup {
  const idle = unexamined(report);
  const lacking = byReason(report, "could-not-run");
  const foreign = byReason(report, "not-applicable");
  const without =
    idle.length === 0
      ? []
      : [
          group(
            "No check tests it",
            idle.length,
            "requirement",
            idle.map(({ id }) => html`<li>${wire(id)}</li>`),
          ),
        ];
  return section({
    id: "not-run",
    title: "Could not run",
    count: counted(amount(lacking), "check"),
    lead: "These checks have no result: the server is neither right nor wrong. Each reason names what is missing.",
    body: [
      ...(lacking.length === 0 && idle.length === 0 ? [nothing("All selected checks could run.")] : []),
      ...lacking.map(reasonGroup),
      ...without,
      ...(foreign.length === 0
        ? []
        : [
            html`<h3>Not applicable to this target <span class="count">${figure(amount(foreign))}</span></h3>`,
            ...foreign.map(reasonGroup),
          ]),
    ],
  });
}

function reasonGroup([reason, verdicts]: readonly [string, readonly NotRun[]]): Markup {
  return group(
    reason,
    verdicts.length,
    "check",
    verdicts.slice(0, SHOWN).map(({ check }) => html`<li><a href="${checkLink(check)}">${check}</a></li>`),
  );
}

function group(reason: string, count: number, noun: string, items: readonly Markup[]): Markup {
  const more = count > SHOWN ? html`<li>and ${figure(count - SHOWN)} more, among the requirements</li>` : undefined;
  return html`<details class="group"><summary>${wire(reason)} <span class="count">${counted(count, noun)}</span></summary><ul class="checks">${items.slice(0, SHOWN)}${more}</ul></details>`;
}

function amount(groups: readonly (readonly [string, readonly NotRun[]])[]): number {
  return groups.reduce((sum, [, verdicts]) => sum + verdicts.length, 0);
}
