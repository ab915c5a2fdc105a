import type { Requirement } from "./requirement.ts";
import { accessLogs } from "./requirements/acc.ts";
import { accessRoles } from "./requirements/access-roles.ts";
import { alertConfigs } from "./requirements/alc.ts";
import { alertNotes } from "./requirements/alert-notes.ts";
import { alerts } from "./requirements/alt.ts";
import { authentication } from "./requirements/auth.ts";
import { backupEffects } from "./requirements/backup-effects.ts";
import { backupJobs } from "./requirements/backup-jobs.ts";
import { backupSchedules } from "./requirements/backup-schedules.ts";
import { clusters } from "./requirements/clusters.ts";
import { compliancePolicies } from "./requirements/compliance-policies.ts";
import { env } from "./requirements/env.ts";
import { errors } from "./requirements/err.ts";
import { events } from "./requirements/evt.ts";
import { exportBuckets } from "./requirements/export-buckets.ts";
import { gen } from "./requirements/gen.ts";
import { headers } from "./requirements/hdr.ts";
import { metrics } from "./requirements/metrics.ts";
import { migrations } from "./requirements/migrations.ts";
import { operationRules } from "./requirements/ops.ts";
import { outages } from "./requirements/outages.ts";
import { paging } from "./requirements/page.ts";
import { search } from "./requirements/search.ts";
import { settings } from "./requirements/settings.ts";
import { snapshots } from "./requirements/snapshots.ts";
import { tokens } from "./requirements/token.ts";
import { versioning } from "./requirements/ver.ts";

/** Every requirement of the suite, in the order of the report. */
export const requirements: readonly Requirement[] = [
  ...gen,
  ...operationRules,
  ...authentication,
  ...versioning,
  ...env,
  ...paging,
  ...errors,
  ...headers,
  ...accessLogs,
  ...alertConfigs,
  ...alerts,
  ...alertNotes,
  ...events,
  ...search,
  ...settings,
  ...accessRoles,
  ...outages,
  ...exportBuckets,
  ...compliancePolicies,
  ...backupJobs,
  ...backupEffects,
  ...backupSchedules,
  ...snapshots,
  ...migrations,
  ...clusters,
  ...tokens,
  ...metrics,
];
