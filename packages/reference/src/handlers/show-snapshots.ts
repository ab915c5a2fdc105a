import type { Fields } from "../records/fields.ts";
import type { StoredSnapshot } from "../records/snapshot.ts";
import { idFrom } from "../rules/schedules.ts";
import type { ProjectCall } from "./handler.ts";

/** Members that snapshots of every kind show. */
export function commonMembers({ service: { behaviour }, now }: ProjectCall, snapshot: StoredSnapshot): Fields {
  const status = behaviour.backup.statusOf(snapshot, now);
  return {
    id: behaviour.showId(snapshot.id),
    createdAt: behaviour.showInstant(snapshot.created),
    expiresAt: behaviour.showInstant(snapshot.expires),
    frequencyType: snapshot.frequencyType,
    engineDaemonVersion: snapshot.engineVersion,
    snapshotType: snapshot.onDemand ? "onDemand" : "scheduled",
    status,
    storageSizeBytes: status === "completed" ? snapshot.sizeBytes : 0,
  };
}

function clusterMembers(call: ProjectCall, snapshot: StoredSnapshot): Fields {
  return {
    ...commonMembers(call, snapshot),
    ...(snapshot.description !== undefined && { description: snapshot.description }),
    policyItems: snapshot.policyItemId === undefined ? [] : [snapshot.policyItemId],
    type: snapshot.kind,
  };
}

/** The snapshot of a replica set in the form of the interface; its size is 0 until it is completed. */
export function showSnapshot(call: ProjectCall, snapshot: StoredSnapshot): Fields {
  return call.service.behaviour.backup.showSnapshot({
    ...clusterMembers(call, snapshot),
    cloudProvider: snapshot.provider,
    copyRegions: snapshot.copyRegions,
    replicaSetName: snapshot.replicaSetName,
  });
}

/** A snapshot of a sharded cluster; the ids of its parts derive from its own. */
export function showSharded(call: ProjectCall, snapshot: StoredSnapshot): Fields {
  const names = [snapshot.replicaSetName, snapshot.replicaSetName.replace(/0$/, "1"), "config"];
  const parts = names.map((name) => ({ name, id: idFrom(snapshot.id, name) }));
  return call.service.behaviour.backup.showSharded({
    ...clusterMembers(call, snapshot),
    configServerType: "EMBEDDED",
    members: parts.map(({ name, id }) => ({ cloudProvider: snapshot.provider, id, replicaSetName: name })),
    snapshotIds: parts.map(({ id }) => id),
  });
}
