import { backupScheduleInput } from "@plumbline/schemas";
import type { StoredSchedule } from "../records/backup-schedule.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import { invalid } from "../refusal.ts";
import { knownMembers } from "../rules/known-members.ts";
import { fieldsOf, flagMember, listMember } from "../rules/members.ts";
import { daysOf, itemsOf } from "../rules/retention.ts";
import { nextSnapshot, policiesWithIds } from "../rules/schedules.ts";
import { type ProjectCall, shows } from "./handler.ts";
import { inCluster } from "./in-cluster.ts";
import { scheduleOf } from "./schedule-of.ts";

/** Operations 43 to 45. */
export const backupScheduleHandlers = {
  deleteBackupSchedules: inCluster((call, cluster) => {
    const { behaviour, state } = call.service;
    const before = scheduleOf(state, cluster);
    const settings = { ...before.settings, autoExportEnabled: false, policies: [] };
    const after = { ...before, settings };
    if (behaviour.backup.deletesSchedule()) state.schedules.put(after);
    return shows(show(call, cluster, after));
  }),
  getBackupSchedule: inCluster((call, cluster) => shows(show(call, cluster, scheduleOf(call.service.state, cluster)))),
  updateBackupSchedule: inCluster((call, cluster) => {
    const { behaviour, state, validator } = call.service;
    const before = scheduleOf(state, cluster);
    const {
      deleteCopiedBackups,
      policies,
      updateSnapshots: _updateSnapshots,
      ...asked
    } = knownMembers(backupScheduleInput, call.body, validator);
    const stated = listMember({ policies }, "policies");
    if (stated.some((policy) => !behaviour.backup.keepsOrder(listMember(policy, "policyItems"))))
      return invalid(
        'The body is not valid at "/policies": rarer backups must not be kept shorter than frequent ones.',
      );
    const settings = behaviour.backup.patched(before.settings, {
      ...asked,
      ...(policies !== undefined && { policies: policiesWithIds(cluster.id, stated, before.settings) }),
    });
    const after = state.schedules.put({ ...before, settings });
    removeCopies(call, cluster, listMember({ deleteCopiedBackups }, "deleteCopiedBackups"));
    if (behaviour.backup.reachesSnapshots(flagMember(fieldsOf(call.body), "updateSnapshots")))
      keepSnapshots(call, cluster, settings);
    return shows(show(call, cluster, after));
  }),
};

/** Removes the named regions from every snapshot of the cluster. */
function removeCopies({ service: { state } }: ProjectCall, { id, groupId }: Cluster, copies: readonly Fields[]): void {
  if (copies.length === 0) return;
  const regions = new Set(copies.map((copy) => copy["regionName"]));
  for (const snapshot of state.snapshots.list(groupId)) {
    if (snapshot.clusterId !== id || !snapshot.copyRegions.some((region) => regions.has(region))) continue;
    const copyRegions = snapshot.copyRegions.filter((region) => !regions.has(region));
    state.snapshots.put({ ...snapshot, copyRegions });
  }
}

/** Applies the retention of each item to the snapshots that were taken at its frequency. */
function keepSnapshots(
  { service: { behaviour, state }, now }: ProjectCall,
  { id, groupId }: Cluster,
  settings: Fields,
) {
  for (const item of itemsOf(settings)) {
    const days = daysOf(item["retentionValue"], item["retentionUnit"]);
    if (days === undefined) continue;
    for (const snapshot of state.snapshots.list(groupId)) {
      if (snapshot.clusterId !== id || snapshot.onDemand || snapshot.frequencyType !== item["frequencyType"]) continue;
      const expires = behaviour.backup.expiry(snapshot, days, now);
      if (expires !== snapshot.expires) state.snapshots.put({ ...snapshot, expires });
    }
  }
}

function show({ service: { behaviour }, now }: ProjectCall, cluster: Cluster, { settings }: StoredSchedule): unknown {
  return behaviour.backup.showSchedule({
    clusterId: behaviour.showId(cluster.id),
    clusterName: cluster.name,
    ...(listMember(settings, "policies").length > 0 && {
      nextSnapshot: behaviour.showInstant(nextSnapshot(settings, now)),
    }),
    ...settings,
  });
}
