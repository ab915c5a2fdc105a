import { alike } from "../../../causes/alike.ts";
import { fingerprintOf } from "../../../fingerprint.ts";
import type { Report, Verdict } from "../../../report.ts";
import { groupBy, requirementsById, verdictsOf } from "../../../select.ts";
import { counted, figure } from "../../../text/words.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

/** Checks that a row lists individually; the list of requirements contains the rest. */
const SHOWN = 40;

/**
 * The target's behaviour where the description is silent, its fingerprint, and members that the contract does not know.
 */
export function observedView(report: Report): Markup {
  const observed = verdictsOf(report, "observed");
  const requirements = requirementsById(report);
  const groups = [...groupBy(observed, ({ requirement }) => requirement)];
  const rows = groups.map(([id, verdicts]) => [
    html`<span class="id">${wire(id)}</span><small class="route">${wire(requirements.get(id)?.text ?? "")}</small>`,
    html`${alike(verdicts).map(({ first, others }) => note(first, others))}`,
  ]);
  return section({
    id: "observed",
    title: "Observed behaviour",
    count: `${counted(observed.length, "check")} of ${counted(groups.length, "requirement")}`,
    lead: "The target's choices where the description says nothing. No choice is wrong; they distinguish implementations and show changes between runs.",
    body: [
      html`<dl class="facts"><div><dt>Fingerprint of all observations</dt><dd><code>${fingerprintOf(report).hash}</code></dd></div></dl>`,
      html`<h3>Unknown members</h3>`,
      driftTable(report),
      html`<h3>Observations</h3>`,
      rows.length === 0
        ? nothing("The run observed nothing beyond the verdicts.")
        : table("Observations", ["The description leaves open", "What the target does"], rows, "notes"),
    ],
  });
}

function note(first: Verdict & { readonly outcome: "observed" }, others: readonly Verdict[]): Markup {
  const all = [first, ...others];
  const links = all.slice(0, SHOWN).map((one) => html`<li><a href="${checkLink(one.check)}">${one.check}</a></li>`);
  const more = all.length > SHOWN ? html`<li>and ${figure(all.length - SHOWN)} more</li>` : undefined;
  return html`<details class="note"><summary>${wire(first.note)} <span class="count">${counted(all.length, "check")}</span></summary><ul class="checks">${links}${more}</ul></details>`;
}

function driftTable({ drift }: Report): Markup {
  if (drift === undefined) return nothing("This run did not compare answers with the contract's members.");
  if (drift.length === 0) return nothing("The contract knows every member of every answer.");
  const rows = drift.map(({ operation, pointer, type, example }) => [
    html`<code>${wire(pointer)}</code>`,
    wire(operation),
    wire(type),
    example === undefined ? html`` : html`<code>${wire(example)}</code>`,
  ]);
  return table("Unknown members", ["Member", "Operation", "Type", "Seen"], rows);
}
