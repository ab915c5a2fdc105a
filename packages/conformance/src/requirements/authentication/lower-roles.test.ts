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

it("every write that an owner of the project may do is below no other role", () => {
  for (const id of ["deleteAlertConfig", "cancelRestoreJob", "takeSnapshot", "createCluster"] as const)
    expect(below(id)).toEqual(BELOW_OWNER);
});

it("what the owner of the organization alone may do is not the project owner's", () => {
  expect(below("cutOverMigration")).toEqual(["Project Read Only", "Organization Member", "Project Owner"]);
});

it("owners are never below the roles of a part of the project", () => {
  const parts = ["createExportJob", "updateCustomDns", "updateSearchIndexById"] as const;
  for (const id of parts) expect(below(id).filter((role) => role.endsWith("Owner"))).toEqual([]);
});

it("nothing is below a role that is not given", () => expect(below("changeSnapshotExpiration")).toEqual([]));
