import type { OperationId } from "@plumbline/schemas";

/** The operations that this server answers: those whose result the catalogue knows. A test compares the two. */
export const SERVED = [
  "getAccessLogsByCluster",
  "getAccessLogsByHost",
  "listMatcherFieldNames",
  "listAlertConfigs",
  "createAlertConfig",
  "deleteAlertConfig",
  "getAlertConfig",
  "setAlertConfigEnabled",
  "updateAlertConfig",
  "listAlertConfigsOfAlert",
  "listOpenAlertsOfConfig",
  "listAlerts",
  "getAlert",
  "acknowledgeAlert",
  "getAuditing",
  "updateAuditing",
  "getCustomDns",
  "updateCustomDns",
  "disablePrivateIpMode",
  "listCloudAccessRoles",
  "createCloudAccessRole",
  "getCloudAccessRole",
  "startOutageSimulation",
  "getOutageSimulation",
  "endOutageSimulation",
  "discoverMetricsTargets",
  "issueServiceToken",
] as const satisfies readonly OperationId[];
export type ServedOperation = (typeof SERVED)[number];
