import type { Report } from "../../../report.ts";
import type { CoverageRow } from "../../../report-views.ts";
import { groupBy } from "../../../select.ts";
import { counted, figure } from "../../../text/words.ts";
import type { Tone } from "../../../tone.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

type Kind = CoverageRow["verdict"];
const KINDS: Readonly<Record<Kind, readonly [symbol: string, words: string, tone: Tone]>> = {
  conforms: ["✔", "conforms", "good"],
  violates: ["✘", "violates", "bad"],
  unspecified: ["◎", "unspecified", "quiet"],
  missing: ["⊘", "not shown", "open"],
};
const ORDER = ["conforms", "violates", "unspecified", "missing"] as const satisfies readonly Kind[];

/**
 * The cells of the contract (keyword, place, side) that the fuzzer's requests have shown, by operation and by keyword.
 */
export function coverageView({ coverage, operations }: Report): Markup {
  const frame = {
    id: "coverage",
    title: "Contract coverage",
    lead: "A cell is one keyword of the contract, at one place and on one side: accepted or refused. A cell counts as shown if an answer shows what the target does there.",
  };
  if (coverage === undefined)
    return section({ ...frame, body: nothing("Only the fuzzer measures coverage. Run plumbline fuzz --target …") });
  const order = new Map((operations ?? []).map(({ operation }, index) => [operation, index]));
  const byOperation = [...groupBy(coverage, ({ operation }) => operation)].sort(
    ([one], [other]) => (order.get(one) ?? 999) - (order.get(other) ?? 999),
  );
  const byKeyword = [...groupBy(coverage, ({ keyword, side }) => `${keyword} ${side}`)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const whyNot = [
    ...groupBy(
      coverage.filter(({ verdict }) => verdict === "missing"),
      (row) => row.whyNot ?? "no reason given",
    ),
  ].map(([reason, rows]) => [wire(reason), html`${figure(cellsOf(rows))}`] as const);
  return section({
    ...frame,
    count: counted(cellsOf(coverage), "cell"),
    body: [
      totals(coverage),
      html`<h3>By operation</h3>`,
      breakdown("Coverage by operation", "Operation", byOperation),
      html`<h3>By keyword</h3>`,
      breakdown("Coverage by keyword", "Keyword and side", byKeyword),
      ...(whyNot.length === 0
        ? []
        : [html`<h3>Why cells are not shown</h3>`, table("Why cells are not shown", ["Reason", "Cells"], whyNot)]),
      ...violations(coverage),
    ],
  });
}

function cellsOf(rows: readonly CoverageRow[], kind?: Kind): number {
  return rows.reduce((sum, { verdict, cells }) => (kind === undefined || verdict === kind ? sum + cells : sum), 0);
}

function totals(rows: readonly CoverageRow[]): Markup {
  const entries = ORDER.map((kind) => {
    const [symbol, words, tone] = KINDS[kind];
    return html`<li class="${tone}"><span class="symbol" aria-hidden="true">${symbol}</span> <strong>${figure(cellsOf(rows, kind))}</strong> ${words}</li>`;
  });
  return html`<div class="shares"><p class="shares-title"><strong>${figure(cellsOf(rows) - cellsOf(rows, "missing"))} of ${figure(cellsOf(rows))}</strong> cells were shown</p>${shareBar(rows)}<ul class="legend">${entries}</ul></div>`;
}

function shareBar(rows: readonly CoverageRow[]): Markup {
  const total = cellsOf(rows);
  let left = 0;
  const pieces = ORDER.filter((kind) => cellsOf(rows, kind) > 0).map((kind) => {
    const width = (cellsOf(rows, kind) / total) * 100;
    const piece = html`<rect class="${KINDS[kind][2]}" x="${left.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="8"/>`;
    left += width;
    return piece;
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">${pieces}</svg>`;
}

function breakdown(name: string, head: string, groups: readonly (readonly [string, readonly CoverageRow[]])[]): Markup {
  const rows = groups.map(([key, members]) => [
    wire(key),
    shareBar(members),
    ...ORDER.map((kind) => {
      const count = cellsOf(members, kind);
      return html`<span class="number ${count === 0 ? "zero" : KINDS[kind][2]}">${figure(count)}</span>`;
    }),
  ]);
  return table(name, [head, "Shares", ...ORDER.map((kind) => KINDS[kind][1])], rows, "breakdown");
}

function violations(coverage: readonly CoverageRow[]): readonly Markup[] {
  const broken = coverage.filter(({ verdict }) => verdict === "violates");
  if (broken.length === 0) return [];
  const rows = broken.map(({ operation, version, location, pointer, keyword, side }) => [
    wire(operation),
    wire(version ?? ""),
    html`${location} <code>${wire(pointer)}</code>`,
    wire(keyword),
    wire(side),
  ]);
  return [
    html`<h3>Violated cells</h3>`,
    table("Violated cells", ["Operation", "Version", "Place", "Keyword", "Side"], rows),
  ];
}
