import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { filtersOf, numberOf, partsOf, queryOf, rowsOf } from "./pair-rows.ts";

const contract = bindContract(neutral);
const subjectOf = (id: OperationId) => ({ operation: contract.operation(id) });

it("rowsOf covers each pair of filter, page and format values", () => {
  const context = subjectOf("listAlerts");
  expect(filtersOf(context)).toEqual([{ status: "OPEN" }, { status: "TRACKING" }, { status: "CLOSED" }]);
  const queries = rowsOf(context).map((row) => queryOf(row, 7));
  expect(queries.length).toBeLessThan(17);
  const holds = (wanted: Readonly<Record<string, string>>): boolean =>
    queries.some((query) => Object.entries(wanted).every(([name, value]) => query[name] === value));
  for (const status of ["OPEN", "TRACKING", "CLOSED"])
    for (const other of [{ itemsPerPage: "2" }, { envelope: "true" }, { pretty: "true" }, { includeCount: "false" }])
      expect(holds({ status, ...other })).toBe(true);
});

it("numberOf finds the last page, and partsOf returns each part of a row", () => {
  const row = { filter: { status: "OPEN" }, page: { size: 2, number: "last" }, form: { envelope: "true" } } as const;
  expect([numberOf(row, 7), numberOf(row, 0), numberOf({ ...row, page: { size: 2, number: "second" } }, 2)]).toEqual([
    4, 1, 1,
  ]);
  expect(partsOf(row).map((part) => queryOf(part, 7))).toEqual([
    { status: "OPEN" },
    { itemsPerPage: "2", pageNum: "4" },
    { envelope: "true" },
  ]);
});
