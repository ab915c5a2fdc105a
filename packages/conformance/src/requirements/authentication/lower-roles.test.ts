import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { lowerRolesOf } from "./lower-roles.ts";

const contract = bindContract(neutral);
const below = (id: OperationId) => lowerRolesOf(contract.operation(id));
const BELOW_OWNER = [
  "Project Read Only",
  "Organization Member",
  "Project Monitoring Admin",
  "Project Cluster Admin",
  "Project Data Access Read Write",
  "Project Data Access Admin",
];

it("lowerRolesOf a project owner's write contains every other role below", () => {
  for (const id of ["deleteAlertConfig", "cancelRestoreJob", "takeSnapshot", "createCluster"] as const)
    expect(below(id)).toEqual(BELOW_OWNER);
});

it("lowerRolesOf an organization owner's write contains the project owner", () => {
  expect(below("cutOverMigration")).toEqual(["Project Read Only", "Organization Member", "Project Owner"]);
});

it("lowerRolesOf a partial role's write contains no owner", () => {
  const parts = ["createExportJob", "updateCustomDns", "updateSearchIndexById"] as const;
  for (const id of parts) expect(below(id).filter((role) => role.endsWith("Owner"))).toEqual([]);
});

it("lowerRolesOf is empty for an operation without stated roles", () =>
  expect(below("changeSnapshotExpiration")).toEqual([]));
