import { snapshotExpiration, snapshotInput } from "@plumbline/schemas";
import type { Outcome } from "../http/render.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { SnapshotKind, StoredSnapshot } from "../records/snapshot.ts";
import { notFound, Refusal } from "../refusal.ts";
import { WAITING, WORKING } from "../rules/backup.ts";
import { knownMembers } from "../rules/known-members.ts";
import { textMember } from "../rules/members.ts";
import { daysOf, expiryOf } from "../rules/retention.ts";
import { EMPTY, happens, type ProjectCall, shows } from "./handler.ts";
import { inCluster } from "./in-cluster.ts";
import { showPage } from "./page.ts";
import { showSharded, showSnapshot } from "./show-snapshots.ts";

/** The most snapshots, so that a caller that creates endlessly cannot fill the memory. */
const MOST_SNAPSHOTS = 5_000;
const DAYS_OF_ONE_ON_DEMAND = 7;

const EITHER: readonly SnapshotKind[] = ["replicaSet", "shardedCluster"];
const SHARDED: readonly SnapshotKind[] = ["shardedCluster"];

/** Operations 46 to 51. All snapshots of a cluster include those of a sharded cluster. */
export const snapshotHandlers = {
  listSnapshots: inCluster((call, cluster) => {
    const { behaviour } = call.service;
    const listed = snapshotsOf(call, behaviour.backup.listsOf(cluster.id), EITHER).filter((snapshot) =>
      behaviour.backup.lists(snapshot),
    );
    return showPage(call, listed, (snapshot) => showSnapshot(call, snapshot));
  }),
  takeSnapshot: inCluster((call, cluster) => {
    const { behaviour, state, validator } = call.service;
    const before = snapshotsOf(call, behaviour.backup.waitsFor(cluster.id), EITHER);
    if (before.some((snapshot) => behaviour.backup.blocks(snapshot, call.now)))
      return new Refusal(409, "SNAPSHOT_IN_PROGRESS", "A snapshot is being taken: wait until it is complete.");
    if (state.snapshots.count(cluster.groupId) >= MOST_SNAPSHOTS)
      return new Refusal(400, "TOO_MANY_SNAPSHOTS", "The project has too many snapshots.");
    const asked = knownMembers(snapshotInput, call.body, validator);
    const snapshot = state.snapshots.put(newSnapshot(call, cluster, asked));
    happens(call, "CPS_SNAPSHOT_STARTED", { ...snapshot, cluster }, WAITING);
    happens(call, "CPS_SNAPSHOT_SUCCESSFUL", { ...snapshot, cluster }, WORKING);
    return shows(showSnapshot(call, snapshot));
  }),
  getSnapshot: withSnapshot(EITHER, (call, snapshot) => shows(showSnapshot(call, snapshot))),
  deleteSnapshot: changesSnapshot(EITHER, (call, snapshot) => {
    const { behaviour, state } = call.service;
    const left = behaviour.backup.leftAmongSharded(snapshot);
    if (left === undefined) return remove(call, snapshot);
    state.snapshots.put(left);
    return EMPTY;
  }),
  changeSnapshotExpiration: changesSnapshot(EITHER, (call, snapshot) => {
    const { behaviour, state, validator } = call.service;
    const asked = knownMembers(snapshotExpiration, call.body, validator);
    const days = daysOf(asked["retentionValue"], asked["retentionUnit"]);
    if (days === undefined) return shows(showSnapshot(call, snapshot));
    const expires = behaviour.backup.expiry(snapshot, days, call.now);
    return shows(showSnapshot(call, state.snapshots.put(behaviour.backup.withExpiry(snapshot, expires))));
  }),
  getShardedSnapshot: withSnapshot(SHARDED, (call, snapshot) => shows(showSharded(call, snapshot))),
  listShardedSnapshots: inCluster((call, cluster) => {
    const { behaviour } = call.service;
    const found = behaviour.ordered(snapshotsOf(call, cluster.id, SHARDED));
    return shows(behaviour.backup.showShardedList(found.map((snapshot) => showSharded(call, snapshot))));
  }),
  deleteShardedSnapshot: changesSnapshot(SHARDED, remove),
};

/** The snapshots of a cluster or an instance that have not expired. */
export function snapshotsOf(
  { service: { state }, project, now }: ProjectCall,
  clusterId: string | undefined,
  kinds: readonly SnapshotKind[],
): readonly StoredSnapshot[] {
  return state.snapshots
    .list(project.id)
    .filter((snapshot) => clusterId === undefined || snapshot.clusterId === clusterId)
    .filter((snapshot) => snapshot.expires > now && kinds.includes(snapshot.kind))
    .filter((snapshot) => kinds === SHARDED || snapshot.onlySharded !== true);
}

function newSnapshot(call: ProjectCall, cluster: Cluster, asked: Fields): StoredSnapshot {
  const days = asked["retentionInDays"];
  const description = textMember(asked, "description");
  return {
    id: call.service.state.newId(),
    groupId: cluster.groupId,
    created: call.now,
    clusterId: cluster.id,
    kind: isSharded(cluster) ? "shardedCluster" : "replicaSet",
    onDemand: true,
    frequencyType: "ondemand",
    expires: expiryOf(call.now, typeof days === "number" ? days : DAYS_OF_ONE_ON_DEMAND, call.now),
    provider: cluster.providers[0] ?? "PROVIDER_A",
    replicaSetName: cluster.replicaSetName,
    engineVersion: cluster.engineVersion,
    sizeBytes: cluster.hosts.length * 1_048_576,
    copyRegions: [],
    ...(description !== undefined && { description }),
  };
}

const isSharded = ({ settings }: Cluster): boolean => settings["clusterType"] === "SHARDED";

function remove({ service: { alerting, behaviour, state }, project }: ProjectCall, snapshot: StoredSnapshot): Outcome {
  if (behaviour.backup.protects(state.compliance.get(project.id, project.id), snapshot))
    return new Refusal(409, "SNAPSHOT_COPY_PROTECTED", "The compliance policy protects snapshots that were copied.");
  if (!behaviour.backup.removesSnapshot(snapshot)) return EMPTY;
  state.snapshots.remove(snapshot);
  alerting.forget(project.id, snapshot.id);
  return EMPTY;
}

type WithSnapshot = (call: ProjectCall, snapshot: StoredSnapshot) => Outcome;

function withSnapshot(kinds: readonly SnapshotKind[], handle: WithSnapshot) {
  return onSnapshot(kinds, handle, (_call, clusterId) => clusterId);
}

function changesSnapshot(kinds: readonly SnapshotKind[], handle: WithSnapshot) {
  const onceUnlocked: WithSnapshot = (call, snapshot) =>
    call.service.behaviour.backup.isLocked(snapshot, call.now)
      ? new Refusal(409, "SNAPSHOT_IN_PROGRESS", "The snapshot is not complete yet: wait until it is.")
      : handle(call, snapshot);
  return onSnapshot(kinds, onceUnlocked, ({ service }, clusterId) => service.behaviour.backup.changesOf(clusterId));
}

/** A handler that runs only if the addressed snapshot exists in the cluster. */
function onSnapshot(
  kinds: readonly SnapshotKind[],
  handle: WithSnapshot,
  among: (call: ProjectCall, clusterId: string) => string | undefined,
) {
  return inCluster((call, cluster) => {
    const id = call.values.text("snapshotId");
    const snapshot = snapshotsOf(call, among(call, cluster.id), kinds).find((one) => one.id === id);
    return snapshot === undefined
      ? notFound("SNAPSHOT_NOT_FOUND", "The cluster has no such snapshot.")
      : handle(call, snapshot);
  });
}
