import type { Report } from "./report.ts";
import type { ReportOperation } from "./report-views.ts";

/** An operation as a row of a view; `number` is missing when the report does not contain it. */
export type OperationRow = Omit<ReportOperation, "number"> & { readonly number?: number };

const OWN_REQUIREMENT = /^OP(\d+)([a-z]*)-/iu;

/**
 * The operations of a report in the order of the contract. The order comes from the report's list of operations, or
 * from the numbers in the ids of requirements about one operation (`OP52list-PARAMS`). Operations without a number come
 * last, in order of first appearance.
 */
export function operationsOf({ operations, verdicts, requirements }: Report): readonly OperationRow[] {
  const rows = new Map<string, OperationRow>();
  for (const one of operations ?? []) rows.set(one.operation, one);
  const ids = new Set(requirements.map(({ id }) => id));
  for (const { operation, requirement } of verdicts) {
    if (operation === undefined || rows.get(operation)?.number !== undefined) continue;
    const [, number, part] = ids.has(requirement) ? (OWN_REQUIREMENT.exec(requirement) ?? []) : [];
    if (number !== undefined) {
      rows.set(operation, { operation, number: Number(number), ...(part ? { part } : {}) });
    } else if (!rows.has(operation)) rows.set(operation, { operation });
  }
  return [...rows.values()].sort(byNumber);
}

function byNumber(one: OperationRow, other: OperationRow): number {
  const [left, right] = [one.number ?? Number.MAX_SAFE_INTEGER, other.number ?? Number.MAX_SAFE_INTEGER];
  if (left !== right) return left - right;
  const [part, otherPart] = [one.part ?? "", other.part ?? ""];
  return part === otherPart ? 0 : part < otherPart ? -1 : 1;
}
