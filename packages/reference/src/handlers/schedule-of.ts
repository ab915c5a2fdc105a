import type { StoredSchedule } from "../records/backup-schedule.ts";
import type { Cluster } from "../records/cluster.ts";
import { firstSchedule } from "../rules/schedules.ts";
import type { State } from "../world/state.ts";

/** The schedule of a cluster. A cluster has one from its creation. */
export function scheduleOf({ schedules }: State, { id, groupId, created }: Cluster): StoredSchedule {
  return schedules.get(groupId, id) ?? firstSchedule(id, groupId, created);
}
