import { COMMON, overwriteBackupPolicies } from "../parameters.ts";
import { compliancePolicy, compliancePolicyInput } from "../resources/compliance-policy.ts";
import { area, both, record } from "./define.ts";

const operation = area("backup-compliance", "Cloud backup");

/** Operations 34 and 35: the backup compliance policy of a project. */
export const backupCompliance = {
  getBackupCompliancePolicy: operation({
    number: 34,
    title: "Get backup compliance policy",
    roles: ["Project Owner"],
    routes: both("GET", "/groups/{groupId}/backupCompliancePolicy"),
    query: [...COMMON],
    result: record(compliancePolicy),
  }),
  updateBackupCompliancePolicy: operation({
    number: 35,
    title: "Update backup compliance policy",
    roles: ["Project Owner"],
    risk: "irreversible",
    routes: both("PUT", "/groups/{groupId}/backupCompliancePolicy"),
    query: [...COMMON, overwriteBackupPolicies],
    body: { schema: compliancePolicyInput, mediaType: "application/json" },
    result: record(compliancePolicy),
  }),
};
