import type { Requirement } from "./requirement.ts";
import { accessLogs } from "./requirements/access-logs.ts";
import { accessRoles } from "./requirements/access-roles.ts";
import { acknowledgements } from "./requirements/acknowledgements.ts";
import { alertConfigChanges } from "./requirements/alert-config-changes.ts";
import { alertConfigToggles } from "./requirements/alert-config-toggles.ts";
import { alertConfigs } from "./requirements/alert-configs.ts";
import { alertNotes } from "./requirements/alert-notes.ts";
import { alerts } from "./requirements/alerts.ts";
import { allClusters } from "./requirements/all-clusters.ts";
import { authentication } from "./requirements/authentication.ts";
import { backupEffects } from "./requirements/backup-effects.ts";
import { backupJobs } from "./requirements/backup-jobs.ts";
import { backupSchedules } from "./requirements/backup-schedules.ts";
import { challengeRules } from "./requirements/challenges.ts";
import { clusters } from "./requirements/clusters.ts";
import { compliancePolicies } from "./requirements/compliance-policies.ts";
import { conventions } from "./requirements/conventions.ts";
import { creation } from "./requirements/creation.ts";
import { digests } from "./requirements/digest.ts";
import { envelopes } from "./requirements/envelopes.ts";
import { errors } from "./requirements/error-bodies.ts";
import { events } from "./requirements/event-types.ts";
import { exportBuckets } from "./requirements/export-buckets.ts";
import { headers } from "./requirements/headers.ts";
import { keptWrites } from "./requirements/kept.ts";
import { lowerRoleRules } from "./requirements/lower-roles.ts";
import { metrics } from "./requirements/metrics.ts";
import { migrations } from "./requirements/migrations.ts";
import { operationRules } from "./requirements/operation-rules.ts";
import { outages } from "./requirements/outages.ts";
import { paging } from "./requirements/paging.ts";
import { refusedAddresses } from "./requirements/refused-addresses.ts";
import { restoresToClusters } from "./requirements/restores-to-clusters.ts";
import { roleRules } from "./requirements/roles.ts";
import { search } from "./requirements/search.ts";
import { settings } from "./requirements/settings.ts";
import { snapshots } from "./requirements/snapshots.ts";
import { together } from "./requirements/together.ts";
import { tokenErrors } from "./requirements/token-errors.ts";
import { tokenLimit } from "./requirements/token-limit.ts";
import { tokens } from "./requirements/tokens.ts";
import { versioning } from "./requirements/versions.ts";
import { writesElsewhere } from "./requirements/write-elsewhere.ts";

/** Every requirement of the suite, in the order of the report. */
export const requirements: readonly Requirement[] = [
  ...conventions,
  ...refusedAddresses,
  ...writesElsewhere,
  ...creation,
  ...operationRules,
  ...authentication,
  ...challengeRules,
  ...digests,
  ...roleRules,
  ...lowerRoleRules,
  ...versioning,
  ...envelopes,
  ...paging,
  ...together,
  ...errors,
  ...headers,
  ...accessLogs,
  ...alertConfigs,
  ...alertConfigToggles,
  ...alertConfigChanges,
  ...alerts,
  ...acknowledgements,
  ...alertNotes,
  ...events,
  ...search,
  ...settings,
  ...accessRoles,
  ...outages,
  ...exportBuckets,
  ...compliancePolicies,
  ...backupJobs,
  ...restoresToClusters,
  ...backupEffects,
  ...backupSchedules,
  ...snapshots,
  ...migrations,
  ...clusters,
  ...allClusters,
  ...keptWrites,
  ...tokens,
  ...tokenErrors,
  ...tokenLimit,
  ...metrics,
];
