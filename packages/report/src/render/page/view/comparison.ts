import { type Change, groupedChanges } from "../../../diff/grouped-changes.ts";
import type { Report } from "../../../report.ts";
import type { CheckChange, DiffSide, ObservationChange, Reading } from "../../../report-diff.ts";
import { counted } from "../../../text/words.ts";
import { unchangedWords, wordLines } from "../../diff-sections.ts";
import { OUTCOME_LABELS, RUN_LABELS } from "../../labels.ts";
import { badge } from "../badge.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

/** Longer lists are left to `plumbline diff`. */
const SHOWN = 500;

/** The changes since an earlier run, worst first. */
export function comparisonView({ comparison }: Report): Markup {
  const frame = { id: "comparison", title: "Comparison" };
  if (comparison === undefined)
    return section({
      ...frame,
      body: [
        nothing("No earlier run was given. To compare this run with one:"),
        html`<div class="command"><span class="command-name">Compare</span><code>plumbline report --before EARLIER/report.json</code></div>`,
      ],
    });
  const {
    before,
    after,
    conditions,
    newFailures,
    fixed,
    changedEvidence,
    changedObservations,
    notComparable,
    unchanged,
  } = comparison;
  const changes = newFailures.length + fixed.length + changedEvidence.length + changedObservations.length;
  return section({
    ...frame,
    count: counted(changes, "change"),
    lead: `Since run ${before.run}: ${counted(newFailures.length, "new failure")}, ${fixed.length} fixed, ${changedEvidence.length} broken in another way, ${counted(changedObservations.length, "changed observation")}. ${unchangedWords({ unchanged })}.`,
    body: [
      table(
        "The two runs",
        ["Run", "Started", "Target", "Outcome", "Fingerprint"],
        [side("earlier", before), side("this one", after)],
      ),
      ...(conditions.length === 0
        ? []
        : [html`<p class="notice"><strong>Other conditions.</strong> ${wire(conditions.join("; "))}</p>`]),
      ...list("New failures", newFailures.map(row)),
      ...list("Fixed", fixed.map(row)),
      ...list("Broken in another way", changedEvidence.map(row)),
      ...list("Changed observations", changedObservations.map(observation)),
      ...(notComparable.length === 0
        ? []
        : [
            html`<details class="group"><summary>Not comparable <span class="count">${counted(notComparable.length, "check")}</span></summary>${table(
              "Not comparable",
              ["Check", "Why"],
              notComparable.slice(0, SHOWN).map(({ check, reason }) => [link(check), wire(reason)]),
            )}</details>`,
          ]),
    ],
  });
}

function side(name: string, { run, startedAt, target, outcome, fingerprint }: DiffSide): readonly Markup[] {
  const label = RUN_LABELS[outcome];
  return [
    html`${name} <small class="route">${wire(run)}</small>`,
    wire(startedAt),
    wire(target),
    label === undefined ? wire(outcome) : badge(label),
    html`<code>${wire(fingerprint.slice(0, 16))}</code>`,
  ];
}

/** A change of one check, with the markup for its two sides. */
interface Row extends Change {
  readonly was: Markup;
  readonly is: Markup;
}

const row = ({ check, before, after }: CheckChange): Row => ({
  ...{ check, before: before.text, after: after.text },
  was: reading(before),
  is: reading(after),
});

const observation = ({ check, before, after }: ObservationChange): Row => ({
  ...{ check, before, after },
  was: wire(before),
  is: wire(after),
});

/** Groups of changes; the checks of each group are folded. */
function list(title: string, changes: readonly Row[]): readonly Markup[] {
  if (changes.length === 0) return [];
  const groups = groupedChanges(changes);
  const rows = groups.slice(0, SHOWN).map((group) => {
    const { first, changes: own, words } = group;
    if (words === undefined) return [checksOf(own), first.was, first.is];
    const lines = wordLines(group).map((line) => html`<li>${wire(line)}</li>`);
    return [checksOf(own), html`errors of the same status have another word`, html`<ul>${lines}</ul>`];
  });
  const amount = `${counted(groups.length, "change")} of ${counted(changes.length, "check")}`;
  return [
    html`<h3>${title} <span class="count">${amount}</span></h3>`,
    table(title, ["Checks", "Earlier", "Now"], rows),
  ];
}

function checksOf(changes: readonly Row[]): Markup {
  const [first] = changes;
  if (first === undefined) return html``;
  if (changes.length === 1) return link(first.check);
  const items = changes.slice(0, SHOWN).map(({ check }) => html`<li>${link(check)}</li>`);
  return html`<details><summary>${counted(changes.length, "check")}</summary><ul>${items}</ul></details>`;
}

/** The badge shows the outcome, so the text after it omits that. */
function reading({ outcome, text }: Reading): Markup {
  const prefix = `${outcome}: `;
  const words = text === outcome ? "" : text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return html`${badge(OUTCOME_LABELS[outcome])} ${wire(words)}`;
}

function link(check: string): Markup {
  return html`<a class="anchor" href="${checkLink(check)}">${check}</a>`;
}
