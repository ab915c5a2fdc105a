import type { StoredSchedule } from "../rules/backup-records.ts";
import { firstSchedule } from "../rules/schedules.ts";
import type { Cluster, State } from "../world/state.ts";

/** The schedule of a cluster, which has one from its creation on. */
export function scheduleOf({ schedules }: State, { id, groupId, created }: Cluster): StoredSchedule {
  return schedules.get(groupId, id) ?? firstSchedule(id, groupId, created);
}
