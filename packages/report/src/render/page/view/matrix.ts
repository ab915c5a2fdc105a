import { ASPECTS, type AspectId, aspectOf } from "../../../aspects.ts";
import { type OperationRow, operationsOf } from "../../../operation-order.ts";
import { OUTCOMES } from "../../../outcome.ts";
import type { Report, Verdict } from "../../../report.ts";
import { requirementsById } from "../../../select.ts";
import { worstOutcome } from "../../../summarise.ts";
import { counted } from "../../../text/words.ts";
import { OUTCOME_LABELS } from "../../labels.ts";
import { badge } from "../badge.ts";
import { requirementsLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

/** Every operation with every aspect of it; a cell shows the worst outcome of its checks. */
export function matrixView(report: Report): Markup {
  const operations = operationsOf(report);
  const cells = cellsOf(report);
  const rowsOf = (some: readonly OperationRow[]): readonly (readonly Markup[])[] =>
    some.map((row) => [
      name(row),
      ...ASPECTS.map(({ id, words }) => cell(row.operation, id, words, cells.get(row.operation)?.get(id) ?? [])),
    ]);
  const offers = ({ operation }: OperationRow): boolean =>
    [...(cells.get(operation)?.values() ?? [])].flat().some(({ outcome }) => outcome !== "not-applicable");
  const missing = operations.filter((row) => !offers(row));
  const heads = ["Operation", ...ASPECTS.map(head)];
  const matrix = (title: string, some: readonly OperationRow[]): Markup => table(title, heads, rowsOf(some), "matrix");
  return section({
    id: "matrix",
    title: "Operations",
    count: counted(operations.length, "operation"),
    lead: `Each cell shows the worst outcome of one operation's checks on one aspect, and links to them.${missing.length === 0 ? "" : ` The target offers ${counted(operations.length - missing.length, "operation")}.`}`,
    body:
      operations.length === 0
        ? nothing("No check of this run is about a single operation.")
        : [
            legend(report),
            ...(missing.length < operations.length
              ? [matrix("Operations by aspect", operations.filter(offers))]
              : [nothing("The target offers none of the operations.")]),
            ...(missing.length > 0
              ? [
                  html`<details class="group"><summary>${counted(missing.length, "operation")} that the target does not offer, or that no requirement applies to</summary>${matrix("Operations that are not offered", missing)}</details>`,
                ]
              : []),
          ],
  });
}

function cellsOf(report: Report): ReadonlyMap<string, ReadonlyMap<AspectId, readonly Verdict[]>> {
  const requirements = requirementsById(report);
  const rows = new Map<string, Map<AspectId, Verdict[]>>();
  for (const verdict of report.verdicts) {
    const requirement = requirements.get(verdict.requirement);
    if (verdict.operation === undefined || requirement === undefined) continue;
    const row = rows.get(verdict.operation) ?? new Map<AspectId, Verdict[]>();
    rows.set(verdict.operation, row);
    const aspect = aspectOf(requirement);
    row.set(aspect, [...(row.get(aspect) ?? []), verdict]);
  }
  return rows;
}

function head({ words }: (typeof ASPECTS)[number]): Markup {
  return html`<span class="slanted">${words}</span>`;
}

function name({ operation, number, part, method, path }: OperationRow): Markup {
  const whole = `${method ?? ""} ${path ?? ""}`.trim();
  const route =
    path === undefined ? undefined : html`<small class="route">${wire(`${method ?? ""} ${lastOf(path)}`)}</small>`;
  return html`<span class="operation" title="${whole}"><span class="ordinal" title="${part ?? ""}">${number ?? ""}</span> <a href="${requirementsLink({ operation })}">${wire(operation)}</a>${route}</span>`;
}

/** The last two segments of a path, which distinguish it and fit on one line. */
function lastOf(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.length > 2 ? `…/${segments.slice(-2).join("/")}` : path;
}

/** The meaning of each symbol in the matrix. */
function legend(report: Report): Markup {
  const found = new Set(report.verdicts.map(({ outcome }) => outcome));
  const entries = OUTCOMES.filter((outcome) => found.has(outcome)).map(
    (outcome) => html`<li>${badge(OUTCOME_LABELS[outcome])}</li>`,
  );
  return html`<ul class="legend of-matrix" aria-label="Legend">${entries}<li class="quiet">· no check</li></ul>`;
}

function cell(operation: string, aspect: AspectId, words: string, verdicts: readonly Verdict[]): Markup {
  if (verdicts.length === 0) return html``;
  // Nearly every operation has observations, which would hide the decided checks.
  const decided = verdicts.filter(({ outcome }) => outcome !== "observed" && outcome !== "not-applicable");
  const { symbol, words: outcome, tone } = OUTCOME_LABELS[worstOutcome(decided.length === 0 ? verdicts : decided)];
  const label = `${operation}, ${words}: ${outcome}, ${counted(verdicts.length, "check")}`;
  return html`<a class="cell ${tone}" href="${requirementsLink({ operation, aspect })}" aria-label="${label}" title="${label}">${symbol}</a>`;
}
