export { type BoundOperation, type BoundRoute, bindContract, type Contract, type RouteVersion } from "./bind.ts";
export { DIGEST_CHALLENGE, SHOWN_ERRORS, type StandardError, standardError } from "./errors.ts";
export { exampleOf } from "./example.ts";
export type { JsonSchema, JsonType, Schema, Static } from "./json-schema.ts";
export { type Reading, readText } from "./lexical.ts";
export { LIMITS } from "./limits.ts";
export { nearest } from "./nearest.ts";
export type { Form, Method, Operation, Result, Risk, Route } from "./operation.ts";
export {
  isOperationId,
  isWriteId,
  OPERATION_IDS,
  type OperationId,
  operations,
  WRITE_IDS,
  type WriteId,
} from "./operations.ts";
export { fillPath, PATH_PARAMETERS, type Parameter, pathParameterNames } from "./parameters.ts";
export { atlas } from "./profiles/atlas.ts";
export { BUNDLED_PROFILES } from "./profiles/bundled.ts";
export { checkProfile } from "./profiles/check-profile.ts";
export { InvalidProfileError } from "./profiles/invalid-profile-error.ts";
export { neutral } from "./profiles/neutral.ts";
export { type NeutralWords, neutralWords } from "./profiles/neutral-words.ts";
export type { Profile } from "./profiles/profile.ts";
export {
  fieldName,
  headerName,
  neutralBody,
  renameSchema,
  renamesBodies,
  wireBody,
  wireValue,
} from "./profiles/rename.ts";
export { essence, newestDateOf, rangesOf, resourceDateIn, servedDateIn, servedDateOf } from "./resource-date.ts";
export { type AccessLogEntry, accessLogEntry, accessLogs } from "./resources/access-log.ts";
export {
  type Acknowledgement,
  ALERT_STATUSES,
  type Alert,
  type AlertStatus,
  acknowledgement,
  alert,
} from "./resources/alert.ts";
export {
  type AlertConfig,
  type AlertConfigInput,
  alertConfig,
  alertConfigInput,
  alertConfigToggle,
  type Matcher,
  matcher,
} from "./resources/alert-config.ts";
export {
  analyzerName,
  BUILT_IN_ANALYZERS,
  type CustomAnalyzer,
  type CustomAnalyzerInput,
  customAnalyzer,
  customAnalyzerInput,
  definedAnalyzer,
  definedAnalyzerInput,
} from "./resources/analyzer.ts";
export { CHAR_FILTER_TYPES, TOKEN_FILTER_TYPES } from "./resources/analyzer-filter.ts";
export { type Auditing, type AuditingInput, auditing, auditingInput } from "./resources/auditing.ts";
export { copyFrequency, frequencyType } from "./resources/backup-frequency.ts";
export {
  type BackupSchedule,
  type BackupScheduleInput,
  backupSchedule,
  backupScheduleInput,
} from "./resources/backup-schedule.ts";
export {
  type CloudAccessRole,
  type CloudAccessRoleInput,
  type CloudAccessRoleList,
  cloudAccessRole,
  cloudAccessRoleInput,
  cloudAccessRoleList,
  type IamRole,
  iamRole,
  type ServicePrincipal,
  servicePrincipal,
} from "./resources/cloud-access-role.ts";
export { type Cluster, cluster } from "./resources/cluster.ts";
export { type ClusterInput, clusterInput } from "./resources/cluster-input.ts";
export { CLUSTER_TYPES, type ClusterType } from "./resources/cluster-settings.ts";
export {
  type CompliancePolicy,
  type CompliancePolicyInput,
  compliancePolicy,
  compliancePolicyInput,
} from "./resources/compliance-policy.ts";
export { CONNECTION_STRING_FORMS, type ConnectionStringForm } from "./resources/connection-string-forms.ts";
export {
  type ConnectionStrings,
  connectionStrings,
  type PrivateEndpoint,
  privateEndpoint,
} from "./resources/connection-strings.ts";
export { type CopySetting, copySetting, type DeletedCopy, deletedCopy } from "./resources/copy-setting.ts";
export { type CustomDns, customDns } from "./resources/custom-dns.ts";
export {
  type ExportBucket,
  type ExportBucketInput,
  exportBucket,
  exportBucketInput,
} from "./resources/export-bucket.ts";
export { type ExportJob, type ExportJobInput, exportJob, exportJobInput } from "./resources/export-job.ts";
export { type LinkToken, type LinkTokenInput, linkToken, linkTokenInput } from "./resources/link-token.ts";
export {
  type MigratableDeployment,
  type MigratableProject,
  migratableDeployment,
  migratableProject,
} from "./resources/migratable-project.ts";
export { type Migration, migration } from "./resources/migration.ts";
export { type MigrationInput, migrationInput } from "./resources/migration-input.ts";
export { type MigrationValidation, migrationValidation } from "./resources/migration-validation.ts";
export {
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationInput,
  type NotificationKind,
  notification,
  notificationInput,
} from "./resources/notification.ts";
export {
  type OutageFilter,
  type OutageSimulation,
  type OutageSimulationInput,
  outageFilter,
  outageSimulation,
  outageSimulationInput,
} from "./resources/outage-simulation.ts";
export { type PolicyItem, type PolicyItemInput, policyItem, policyItemInput } from "./resources/policy-item.ts";
export { type PrivateIpMode, privateIpMode, privateIpModeInput } from "./resources/private-ip-mode.ts";
export {
  type ClusterSummary,
  clusterSummary,
  type ProjectClusters,
  projectClusters,
} from "./resources/project-clusters.ts";
export { type ProviderSettings, providerSettings } from "./resources/provider-settings.ts";
export {
  type RegionNodes,
  type RegionsConfig,
  type ReplicationSpec,
  regionNodes,
  regionsConfig,
  replicationSpec,
} from "./resources/replication-spec.ts";
export { type RestoreJob, type RestoreJobInput, restoreJob, restoreJobInput } from "./resources/restore-job.ts";
export { DELIVERY_TYPES, type DeliveryType } from "./resources/restore-job-members.ts";
export { type ScrapeTarget, scrapeTarget } from "./resources/scrape-target.ts";
export {
  type SearchDefinition,
  type SearchDefinitionInput,
  searchDefinition,
  searchDefinitionInput,
  vectorDefinition,
} from "./resources/search-definition.ts";
export {
  type DefinitionIndexInput,
  definitionIndexInput,
  type FlatIndex,
  type FlatIndexInput,
  flatIndex,
  flatIndexInput,
  type IndexUpdate,
  indexUpdate,
  type LegacyIndex,
  type LegacyIndexInput,
  legacyIndex,
  legacyIndexInput,
  type SearchIndex,
  searchIndex,
} from "./resources/search-index.ts";
export {
  type ServerlessRestoreJob,
  type ServerlessRestoreJobInput,
  serverlessRestoreJob,
  serverlessRestoreJobInput,
} from "./resources/serverless-restore-job.ts";
export { type ServerlessSnapshot, serverlessSnapshot } from "./resources/serverless-snapshot.ts";
export {
  type ShardedSnapshot,
  type ShardedSnapshotList,
  shardedSnapshot,
  shardedSnapshotList,
} from "./resources/sharded-snapshot.ts";
export { type Snapshot, type SnapshotInput, snapshot, snapshotInput } from "./resources/snapshot.ts";
export {
  RETENTION_UNITS,
  type RetentionUnit,
  type SnapshotExpiration,
  snapshotExpiration,
} from "./resources/snapshot-expiration.ts";
export { type Tag, tag } from "./resources/tag.ts";
export {
  type ServiceToken,
  serviceToken,
  TOKEN_ERRORS,
  TOKEN_STATUSES,
  type TokenError,
  type TokenErrorCode,
  tokenError,
  tokenRequest,
} from "./resources/token.ts";
export { SPEED, tokenWindow } from "./speed.ts";
export { isSuccess, SUCCESSES } from "./successes.ts";
export {
  acceptHeader,
  INTERFACE_VERSIONS,
  type InterfaceVersion,
  pathPrefix,
  RESOURCE_DATE,
  versionLabel,
} from "./versions.ts";
export { ANALYZER_PREFIX, clusterName, PROVIDER_CODES, ROLES, type Role, recordId } from "./vocabulary.ts";
