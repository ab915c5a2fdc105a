import type { OperationId } from "@plumbline/schemas";

/**
 * Reads whose record need not exist: a simulated outage, a compliance policy, a schedule that was deleted. The
 * description does not say how they answer then, so their requirements create the record first.
 */
export const MAY_BE_NONE: Readonly<Partial<Record<OperationId, string>>> = {
  getOutageSimulation: "no outage is simulated on the cluster",
  getBackupCompliancePolicy: "the project has no compliance policy",
  getBackupSchedule: "the cluster has no backup schedule",
};
