import type { Change, Report } from "../../../report.ts";
import { groupBy } from "../../../select.ts";
import { counted, figure } from "../../../text/words.ts";
import type { Label } from "../../labels.ts";
import { badge } from "../badge.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

const CHANGES: Readonly<Record<Change["state"], Label>> = {
  disturbed: { symbol: "⚠", words: "disturbed", tone: "bad" },
  left: { symbol: "⚠", words: "left over", tone: "warn" },
  removed: { symbol: "✔", words: "removed", tone: "good" },
  restored: { symbol: "↺", words: "restored", tone: "good" },
  stays: { symbol: "⚓", words: "stays", tone: "quiet" },
};
const STATES = ["disturbed", "left", "stays", "removed", "restored"] as const satisfies readonly Change["state"][];

/** What the run was allowed to do, what it created and changed, and what of that remains; leftovers come first. */
export function safetyView({ changes, target }: Report): Markup {
  const of = (state: Change["state"]): readonly Change[] => changes.filter((change) => change.state === state);
  const [disturbed, left, stays] = [of("disturbed"), of("left"), of("stays")];
  const tallies = STATES.map(
    (state) => html`<li><strong>${figure(of(state).length)}</strong> ${badge(CHANGES[state])}</li>`,
  );
  const summary = html`<ul class="tallies">${tallies}</ul>`;
  return section({
    id: "safety",
    title: "Safety",
    count: counted(changes.length, "change"),
    lead: "The run records every write in its journal before it sends it. It deletes what it created, restores what it changed, and verifies both. It leaves records alone if it cannot prove that it created them. Records that no operation can remove stay; creating them needs permission.",
    body: [
      html`<h3>What the run was allowed to do</h3>`,
      permissions(target),
      html`<h3>What it changed</h3>`,
      ...(changes.length === 0
        ? [nothing("The run changed nothing on the target.")]
        : [
            summary,
            ...(disturbed.length === 0 ? [] : [disturbedTable(disturbed)]),
            ...(left.length === 0 ? [nothing("Nothing is left over.")] : [leftTable(left)]),
            ...(stays.length === 0 ? [] : [staysTable(stays)]),
            ...byOperation(changes),
          ]),
    ],
  });
}

const RISKS: Readonly<Record<string, string>> = {
  read: "read",
  create: "create records",
  update: "change records",
  delete: "delete records that it created",
  costly: "create records that cost money",
  irreversible: "make changes that cannot be undone",
  quota: "use up quotas",
};

function permissions({ allowed }: Report["target"]): Markup {
  if (allowed === undefined) return html`this run did not record its permissions`;
  const items = allowed.map(
    (risk) => html`<li>${badge({ symbol: "✔", words: risk, tone: "quiet" })} ${RISKS[risk] ?? ""}</li>`,
  );
  const withheld = Object.keys(RISKS).filter((risk) => !allowed.includes(risk));
  const refused = withheld.map(
    (risk) =>
      html`<li>${badge({ symbol: "⊖", words: risk, tone: "quiet" })} not allowed to ${RISKS[risk] ?? risk}</li>`,
  );
  return html`<ul class="permissions">${items}${refused}</ul>`;
}

const rowsOf = (changes: readonly Change[]) =>
  changes.map(({ state, id, operation, note }) => [wire(id), badge(CHANGES[state]), wire(operation), wire(note ?? "")]);

function staysTable(stays: readonly Change[]): Markup {
  const rows = rowsOf(stays);
  return html`<h3>What stays, as you permitted</h3>${table("What stays", ["What", "State", "Made by", "Why it stays"], rows)}`;
}

function disturbedTable(disturbed: readonly Change[]): Markup {
  const rows = rowsOf(disturbed);
  return html`<h3>Changed although no request addressed it</h3>${table("Changed although no request addressed it", ["What", "State", "After", "What was seen"], rows)}`;
}

function leftTable(left: readonly Change[]): Markup {
  const rows = rowsOf(left);
  return html`<h3>Left over</h3>${table("Left over", ["What", "State", "Made by", "Why it is still there"], rows)}
<div class="command"><span class="command-name">Remove</span><code>plumbline cleanup</code></div>`;
}

function byOperation(changes: readonly Change[]): readonly Markup[] {
  const gone = changes.filter(({ state }) => state === "removed" || state === "restored");
  return [...groupBy(gone, ({ operation }) => operation)].map(([operation, members]) => {
    const items = members.map(
      ({ id, state, note }) =>
        html`<li><code>${wire(id)}</code> ${CHANGES[state].words}${note === undefined ? undefined : html`: ${wire(note)}`}</li>`,
    );
    return html`<details class="group"><summary>${wire(operation)} <span class="count">${counted(members.length, "change")}</span></summary><ul class="checks">${items}</ul></details>`;
  });
}
