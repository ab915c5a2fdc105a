import type { Change, DoctorFinding, Report, StaleKnownFailure } from "../../../report.ts";
import { figure } from "../../../text/words.ts";
import type { Label } from "../../labels.ts";
import { verdictsOf } from "../../select.ts";
import { badge } from "../badge.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";

const CHANGES: Readonly<Record<Change["state"], Label>> = {
  left: { symbol: "⚠", words: "left over", tone: "warn" },
  removed: { symbol: "✔", words: "removed", tone: "good" },
  restored: { symbol: "↺", words: "restored", tone: "good" },
};
const DOCTOR: Readonly<Record<DoctorFinding["state"], Label>> = {
  problem: { symbol: "✘", words: "problem", tone: "bad" },
  advice: { symbol: "⚠", words: "advice", tone: "warn" },
  ok: { symbol: "✔", words: "ok", tone: "good" },
};
const STALE: Readonly<Record<StaleKnownFailure["state"], string>> = {
  unmatched: "No check of this run has that id: remove or correct the entry.",
  passes: "The check passes now: remove the entry.",
  expired: "Its date is over: mend the failure or renew the entry.",
};

/** What the target does where the description is silent. */
export function observedView(report: Report): Markup {
  const rows = verdictsOf(report, "observed").map(({ check, requirement, operation, note }) => [
    html`<a href="${checkLink(check)}">${requirement}</a>`,
    wire(operation ?? "–"),
    wire(note),
  ]);
  return section(
    "observed",
    "Observed behaviour",
    ["Requirement", "Operation", "What the target does"],
    rows,
    "Nothing was observed beyond the verdicts.",
  );
}

/** What the run made or altered on the target; what is left over stands first. */
export function changesView({ changes }: Report): Markup {
  const rows = changes
    .toSorted((one, other) => Number(other.state === "left") - Number(one.state === "left"))
    .map(({ state, id, operation, note }) => [badge(CHANGES[state]), wire(id), wire(operation), wire(note ?? "")]);
  return section(
    "changes",
    "Changes on the target",
    ["State", "What", "By", "Note"],
    rows,
    "The run changed nothing on the target.",
  );
}

/** What the doctor found before the run. */
export function doctorView({ doctor }: Report): Markup {
  const order = Object.keys(DOCTOR);
  const rows = doctor
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .map(({ state, subject, text }) => [badge(DOCTOR[state]), wire(subject), wire(text)]);
  return section("doctor", "Set-up", ["State", "Subject", "Finding"], rows, "The set-up was not examined.");
}

/** Entries of the known-failure list that no longer hold; nothing when all do. */
export function staleView({ staleKnownFailures = [] }: Report): Markup {
  if (staleKnownFailures.length === 0) return html``;
  const rows = staleKnownFailures.map(({ check, state }) => [wire(check), html`${STALE[state]}`]);
  return section("stale", "Known failures that are out of date", ["Check", "What to do"], rows, "");
}

function section(
  id: string,
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Markup[])[],
  empty: string,
): Markup {
  const table = html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}-title"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title" tabindex="-1">${title} <span class="count">${figure(rows.length)}</span></h2>
${rows.length === 0 ? html`<p class="quiet">${empty}</p>` : table}
</section>`;
}
