import type { Change, Report } from "../../../report.ts";
import { counted, figure } from "../../../text/words.ts";
import type { Label } from "../../labels.ts";
import { groupBy } from "../../select.ts";
import { badge } from "../badge.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

const CHANGES: Readonly<Record<Change["state"], Label>> = {
  left: { symbol: "⚠", words: "left over", tone: "warn" },
  removed: { symbol: "✔", words: "removed", tone: "good" },
  restored: { symbol: "↺", words: "restored", tone: "good" },
};
const STATES = ["left", "removed", "restored"] as const satisfies readonly Change["state"][];

/** What the run was allowed to do, what it made and altered, and what of that is still there; leftovers stand first. */
export function safetyView({ changes, run }: Report): Markup {
  const of = (state: Change["state"]): readonly Change[] => changes.filter((change) => change.state === state);
  const left = of("left");
  const tallies = STATES.map(
    (state) => html`<li><strong>${figure(of(state).length)}</strong> ${badge(CHANGES[state])}</li>`,
  );
  const summary = html`<ul class="tallies">${tallies}</ul>`;
  return section({
    id: "safety",
    title: "Safety",
    count: changes.length,
    lead: "Everything that the run made on the target is written down before it is looked at and removed afterwards; nothing else is ever removed.",
    body: [
      html`<dl class="facts"><div><dt>Permissions</dt><dd>${permissions(run.command)}</dd></div></dl>`,
      ...(changes.length === 0
        ? [nothing("The run changed nothing on the target.")]
        : [
            summary,
            ...(left.length === 0 ? [nothing("Nothing was left over.")] : [leftTable(left)]),
            ...byOperation(changes),
          ]),
    ],
  });
}

/** What the command line allowed; a target file and the kind of the target may allow more. */
function permissions(command: string): Markup {
  const allowed = Array.from(command.matchAll(/--allow[= ]([\w,]+)/gu), ([, words = ""]) => words);
  return allowed.length === 0
    ? html`None on the command line: apart from what the target's own file allows, only reading.`
    : wire(`--allow ${allowed.join(",")}`);
}

function leftTable(left: readonly Change[]): Markup {
  const rows = left.map(({ state, id, operation, note }) => [
    wire(id),
    badge(CHANGES[state]),
    wire(operation),
    wire(note ?? ""),
  ]);
  return html`<h3>Left over</h3>${table("Left over", ["What", "State", "Made by", "Why it is still there"], rows)}
<div class="command"><span class="command-name">Remove</span><code>plumbline cleanup</code></div>`;
}

function byOperation(changes: readonly Change[]): readonly Markup[] {
  const gone = changes.filter(({ state }) => state !== "left");
  return [...groupBy(gone, ({ operation }) => operation)].map(([operation, members]) => {
    const items = members.map(
      ({ id, state, note }) =>
        html`<li><code>${wire(id)}</code> ${CHANGES[state].words}${note === undefined ? undefined : html`: ${wire(note)}`}</li>`,
    );
    return html`<details class="group"><summary>${wire(operation)} <span class="count">${counted(members.length, "change")}</span></summary><ul class="checks">${items}</ul></details>`;
  });
}
