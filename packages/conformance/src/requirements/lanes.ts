import type { OperationId } from "@plumbline/schemas";

/** Operations whose stories take turns, because they change something that a project or a cluster has only one of. */
const LANES: Readonly<Partial<Record<OperationId, string>>> = {
  acknowledgeAlert: "alert",
  replaceCustomAnalyzers: "analyzers",
  updateAuditing: "auditing",
  updateCustomDns: "customDns",
  disablePrivateIpMode: "privateIpMode",
  startOutageSimulation: "outage",
  getOutageSimulation: "outage",
  endOutageSimulation: "outage",
  createCluster: "cluster",
  cutOverMigration: "migration",
  createLinkToken: "link",
  deleteLinkToken: "link",
  updateBackupCompliancePolicy: "backup",
  updateBackupSchedule: "backup",
  deleteBackupSchedules: "backup",
  takeSnapshot: "backup",
  deleteSnapshot: "backup",
  deleteShardedSnapshot: "backup",
  changeSnapshotExpiration: "backup",
};

/** The lane of every story about an operation, unless the story says another. */
export function laneFor(id: OperationId): string | undefined {
  return LANES[id];
}
