import { bindContract, neutral, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { expect, it } from "vitest";
import type { Observation } from "./observation.ts";
import { Totals } from "./totals.ts";

const CONTRACT = bindContract(neutral);
const GROUP = "32b6e34b3d91647abb20e7b8";

/** The observation of a list with one record and this `totalCount`, in a version. */
const said = (operation: OperationId, version: RouteVersion, total: number): Observation => ({
  operation,
  version,
  path: { groupId: GROUP },
  query: { itemsPerPage: "1" },
  sent: undefined,
  came: { kind: "done", json: { results: [{}], totalCount: total } },
  exchange: `${version}-${total}`,
  began: 1,
  ended: 2,
});

function seen(operation: OperationId): unknown {
  const totals = new Totals(CONTRACT);
  totals.see(said(operation, "2", 2), undefined, true);
  return totals.see(said(operation, "1.0", 1), undefined, true);
}

it("Totals contradicts a total that differs in the other version", () => {
  expect(seen("listAlertConfigs")).toMatchObject({
    class: "count",
    expected: expect.stringContaining("totalCount: 2"),
  });
});

it("Totals lets version 1.0 omit export buckets of the second provider", () => {
  expect(seen("listExportBuckets")).toBe("upheld");
  const totals = new Totals(CONTRACT);
  totals.see(said("listExportBuckets", "2", 2), undefined, true);
  expect(totals.see(said("listExportBuckets", "2", 3), undefined, true)).toMatchObject({ class: "count" });
});
