import type { Report } from "../../../report.ts";
import type { KeptCell } from "../../../report-views.ts";
import { groupBy } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import type { Tone } from "../../../tone.ts";
import { html, type Markup, wire } from "../markup.ts";
import { mark } from "./mark.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

type State = KeptCell["state"];
const READINGS: Readonly<Record<State, readonly [symbol: string, words: string, tone: Tone]>> = {
  shown: ["✔", "shown as sent", "good"],
  lost: ["✘", "not shown as sent", "bad"],
  unlisted: ["–", "not described for this view", "quiet"],
};

/** For each member of each write, whether the answer and each read of the record show it again. */
export function keptView({ kept, operations }: Report): Markup {
  const frame = {
    id: "kept",
    title: "Kept values",
    lead: "The members that each write sent, and whether its answer and every read of the record show them unchanged.",
  };
  if (kept === undefined)
    return section({
      ...frame,
      body: nothing("This run has no data about this view, because it did not run the whole suite."),
    });
  if (kept.length === 0)
    return section({ ...frame, body: nothing("This run read no write back. Most writes need permission.") });
  const order = new Map((operations ?? []).map(({ operation }, index) => [operation, index]));
  const writes = [...groupBy(kept, ({ operation, version }) => JSON.stringify([operation, version]))].sort(
    ([, [one]], [, [other]]) => (order.get(one?.operation ?? "") ?? 999) - (order.get(other?.operation ?? "") ?? 999),
  );
  const legend = html`<ul class="legend">${Object.values(READINGS).map((reading) => html`<li>${mark(...reading)} ${reading[1]}</li>`)}</ul>`;
  return section({
    ...frame,
    count: counted(writes.length, "write"),
    body: [legend, ...writes.map(([, cells]) => ofWrite(cells))],
  });
}

function ofWrite(cells: readonly KeptCell[]): Markup {
  const [first] = cells;
  if (first === undefined) return html``;
  const views = [...new Set(cells.map(({ view }) => view))];
  const members = [...groupBy(cells, ({ pointer }) => pointer)].sort(([one], [other]) => (one < other ? -1 : 1));
  const unseen = members.filter(([, own]) => own.every(({ state }) => state === "unlisted")).length;
  const lost = members.filter(([, own]) => own.some(({ state }) => state === "lost")).length;
  const note =
    lost === 0
      ? html`<span class="good"><span aria-hidden="true">✔</span> kept</span>`
      : html`<span class="bad"><span aria-hidden="true">✘</span> ${counted(lost, "member")} lost</span>`;
  const hidden =
    unseen === 0
      ? undefined
      : html` <span class="quiet">${counted(unseen, "member")} that the description promises in no view</span>`;
  const name = `${first.operation}${first.version === undefined ? "" : ` ${first.version}`}`;
  const rows = members.map(([pointer, own]) => [
    html`<code>${wire(pointer)}</code>`,
    ...views.map((view) => {
      const cell = own.find((one) => one.view === view);
      return cell === undefined ? html`` : mark(...READINGS[cell.state]);
    }),
  ]);
  const body = table(
    `What ${name} keeps`,
    ["Member", ...views.map((view) => html`<span class="slanted">${wire(view)}</span>`)],
    rows,
    "matrix",
  );
  const title = html`<strong>${wire(name)}</strong> ${note}${hidden} <span class="count">${counted(members.length, "member")}</span>`;
  return lost > 0
    ? html`<details class="group" open><summary>${title}</summary>${body}</details>`
    : html`<details class="group"><summary>${title}</summary>${body}</details>`;
}
