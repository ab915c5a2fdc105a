import type { Requirement } from "../rule/requirement.ts";
import { accessLogs } from "./access-history/access-logs.ts";
import { alertConfigs } from "./alert-configs/alert-configs.ts";
import { alertConfigChanges } from "./alert-configs/changes.ts";
import { events } from "./alert-configs/event-types.ts";
import { alertConfigToggles } from "./alert-configs/toggles.ts";
import { acknowledgements } from "./alerts/acknowledgements.ts";
import { alertNotes } from "./alerts/alert-notes.ts";
import { alerts } from "./alerts/alerts.ts";
import { authentication } from "./authentication/authentication.ts";
import { challengeRules } from "./authentication/challenges.ts";
import { digests } from "./authentication/digest.ts";
import { laterStates } from "./authentication/later-states.ts";
import { lowerRoleRules } from "./authentication/lower-roles.ts";
import { otherCredentials } from "./authentication/other-credentials.ts";
import { roleRules } from "./authentication/roles.ts";
import { sameOffers } from "./authentication/same-offer.ts";
import { spellings } from "./authentication/spellings.ts";
import { wrongReads } from "./authentication/wrong-reads.ts";
import { compliancePolicies } from "./backup/compliance-policies.ts";
import { backupEffects } from "./backup/effects.ts";
import { exportBuckets } from "./backup/export-buckets.ts";
import { backupJobs } from "./backup/jobs.ts";
import { restoresToClusters } from "./backup/restores-to-clusters.ts";
import { backupSchedules } from "./backup/schedules.ts";
import { snapshots } from "./backup/snapshots.ts";
import { allClusters } from "./clusters/all-clusters.ts";
import { clusters } from "./clusters/clusters.ts";
import { conventions } from "./conventions/conventions.ts";
import { creation } from "./conventions/creation.ts";
import { envelopes } from "./conventions/envelopes.ts";
import { errors } from "./conventions/error-bodies.ts";
import { headers } from "./conventions/headers.ts";
import { nullMembers } from "./conventions/null-members.ts";
import { refusedAddresses } from "./conventions/refused-addresses.ts";
import { responseOnly } from "./conventions/response-only.ts";
import { versioning } from "./conventions/versions.ts";
import { writesElsewhere } from "./conventions/writes-elsewhere.ts";
import { wrongBodies } from "./conventions/wrong-bodies.ts";
import { wrongMemberRules } from "./conventions/wrong-members.ts";
import { histories } from "./histories/histories.ts";
import { keptWrites } from "./kept/kept-writes.ts";
import { metrics } from "./metrics/metrics.ts";
import { migrations } from "./migrations/migrations.ts";
import { contentTypes } from "./operations/content-types.ts";
import { operationRules } from "./operations/operations.ts";
import { outages } from "./outages/outages.ts";
import { paging } from "./paging/paging.ts";
import { together } from "./paging/together.ts";
import { echoed } from "./records/echoes.ts";
import { moments } from "./records/moments.ts";
import { parts } from "./records/parts.ts";
import { records } from "./records/records.ts";
import { turns } from "./records/turns.ts";
import { search } from "./search/search.ts";
import { accessRoles } from "./settings/access-roles.ts";
import { auditing } from "./settings/auditing.ts";
import { customDns } from "./settings/custom-dns.ts";
import { privateIpMode } from "./settings/private-ip-mode.ts";
import { sideEffects } from "./side-effects/side-effects.ts";
import { tokenErrors } from "./tokens/errors.ts";
import { tokenLifetime } from "./tokens/lifetime.ts";
import { tokenLimit } from "./tokens/limit.ts";
import { tokens } from "./tokens/tokens.ts";

/** Every requirement of the suite, in the order of the report. */
export const requirements: readonly Requirement[] = [
  ...conventions,
  ...refusedAddresses,
  ...writesElsewhere,
  ...creation,
  ...nullMembers,
  ...operationRules,
  ...contentTypes,
  ...authentication,
  ...challengeRules,
  ...sameOffers,
  ...digests,
  ...wrongReads,
  ...spellings,
  ...otherCredentials,
  ...roleRules,
  ...lowerRoleRules,
  ...laterStates,
  ...versioning,
  ...envelopes,
  ...paging,
  ...together,
  ...errors,
  ...wrongBodies,
  ...wrongMemberRules,
  ...responseOnly,
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
  ...auditing,
  ...customDns,
  ...privateIpMode,
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
  ...tokenLifetime,
  ...tokenLimit,
  ...metrics,
  ...sideEffects,
  ...records,
  ...turns,
  ...histories,
  ...moments,
  ...parts,
  ...echoed,
];
