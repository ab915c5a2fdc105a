import { accessLogs } from "./requirements/access-history/access-logs.ts";
import { alertConfigs } from "./requirements/alert-configs/alert-configs.ts";
import { alertConfigChanges } from "./requirements/alert-configs/changes.ts";
import { events } from "./requirements/alert-configs/event-types.ts";
import { alertConfigToggles } from "./requirements/alert-configs/toggles.ts";
import { acknowledgements } from "./requirements/alerts/acknowledgements.ts";
import { alertNotes } from "./requirements/alerts/alert-notes.ts";
import { alerts } from "./requirements/alerts/alerts.ts";
import { authentication } from "./requirements/authentication/authentication.ts";
import { challengeRules } from "./requirements/authentication/challenges.ts";
import { digests } from "./requirements/authentication/digest.ts";
import { lowerRoleRules } from "./requirements/authentication/lower-roles.ts";
import { roleRules } from "./requirements/authentication/roles.ts";
import { compliancePolicies } from "./requirements/backup/compliance-policies.ts";
import { backupEffects } from "./requirements/backup/effects.ts";
import { exportBuckets } from "./requirements/backup/export-buckets.ts";
import { backupJobs } from "./requirements/backup/jobs.ts";
import { restoresToClusters } from "./requirements/backup/restores-to-clusters.ts";
import { backupSchedules } from "./requirements/backup/schedules.ts";
import { snapshots } from "./requirements/backup/snapshots.ts";
import { allClusters } from "./requirements/clusters/all-clusters.ts";
import { clusters } from "./requirements/clusters/clusters.ts";
import { conventions } from "./requirements/conventions/conventions.ts";
import { creation } from "./requirements/conventions/creation.ts";
import { envelopes } from "./requirements/conventions/envelopes.ts";
import { errors } from "./requirements/conventions/error-bodies.ts";
import { headers } from "./requirements/conventions/headers.ts";
import { refusedAddresses } from "./requirements/conventions/refused-addresses.ts";
import { versioning } from "./requirements/conventions/versions.ts";
import { writesElsewhere } from "./requirements/conventions/writes-elsewhere.ts";
import { keptWrites } from "./requirements/kept/kept-writes.ts";
import { metrics } from "./requirements/metrics/metrics.ts";
import { migrations } from "./requirements/migrations/migrations.ts";
import { operationRules } from "./requirements/operations/operations.ts";
import { outages } from "./requirements/outages/outages.ts";
import { paging } from "./requirements/paging/paging.ts";
import { together } from "./requirements/paging/together.ts";
import { search } from "./requirements/search/search.ts";
import { accessRoles } from "./requirements/settings/access-roles.ts";
import { settings } from "./requirements/settings/settings.ts";
import { sideEffects } from "./requirements/side-effects/side-effects.ts";
import { tokenErrors } from "./requirements/tokens/errors.ts";
import { tokenLimit } from "./requirements/tokens/limit.ts";
import { tokens } from "./requirements/tokens/tokens.ts";
import type { Requirement } from "./rule/requirement.ts";

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
  ...sideEffects,
];
