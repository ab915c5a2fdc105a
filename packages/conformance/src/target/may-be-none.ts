import type { OperationId } from "@plumbline/schemas";

/**
 * What there may be none of: an outage that is simulated, a compliance policy, a schedule that was not deleted. How a read
 * answers then is not given, and each has rules that make one first and read it.
 */
export const MAY_BE_NONE: Readonly<Partial<Record<OperationId, string>>> = {
  getOutageSimulation: "no outage is simulated on the cluster",
  getBackupCompliancePolicy: "the project has no compliance policy",
  getBackupSchedule: "the cluster has no backup schedule",
};
