import { PROVIDER_CODES } from "@plumbline/schemas";
import type { Cluster } from "../records/cluster.ts";
import type { Project } from "../records/project.ts";
import type { StoredServerless } from "../records/serverless-instance.ts";
import type { StoredSnapshot } from "../records/snapshot.ts";
import { firstSchedule, idFrom } from "../rules/schedules.ts";
import { makeCluster } from "./make-cluster.ts";
import type { SeedContext } from "./seed-context.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** The retention in the hourly item of a new schedule. */
const KEPT = 30 * DAY;
const REGION = "US_WEST_2";

/** Ids and names of the records seeded for cloud backup. */
export interface SeededBackup {
  readonly exportBucketIds: readonly string[];
  readonly exportIds: readonly string[];
  readonly restoreJobIds: readonly string[];
  /** Of the dedicated cluster, all complete; the first has a copy in another region. */
  readonly snapshotIds: readonly string[];
  readonly shardedClusterName: string;
  readonly shardedSnapshotIds: readonly string[];
  readonly serverlessInstanceName: string;
  readonly serverlessSnapshotIds: readonly string[];
  readonly serverlessRestoreJobIds: readonly string[];
}

/** Backups of the dedicated cluster, of a sharded one and of a serverless instance, with buckets and jobs. */
export function seedBackup(context: SeedContext, project: Project, main: Cluster): SeededBackup {
  const { random, newId, now, stores } = context;
  const groupId = project.id;
  const sharded = stores.clusters.put({
    ...makeCluster(random, newId(), project, "Sharded0", "M30", now, { clusterType: "SHARDED", numShards: 2 }),
  });
  const buckets = PROVIDER_CODES.slice(0, 2).map((cloudProvider, index) =>
    stores.exportBuckets.put({
      id: newId(),
      groupId,
      created: now - (20 - index) * DAY,
      bucketName: `snapshot-exports-${index}`,
      cloudProvider,
      iamRoleId: newId(),
    }),
  );
  const bucketId = buckets[0]?.id ?? "";
  seedPolicies(context, main, bucketId);
  const snapshots = seedSnapshots(context, main, "replicaSet", 130);
  const shardedSnapshots = seedSnapshots(context, sharded, "shardedCluster", 8);
  const instance: StoredServerless = stores.serverless.put({
    id: newId(),
    groupId,
    created: now - 90 * DAY,
    name: "serverless0",
    provider: PROVIDER_CODES[0],
  });
  const serverlessSnapshots = seedSnapshots(context, serverlessSource(main, instance), "serverless", 8);
  const exportIds = [0, 1, 2, 3, 4, 5, 6].map(
    (index) =>
      stores.exportJobs.put({
        id: newId(),
        groupId,
        created: now - (7 - index) * DAY,
        clusterId: main.id,
        exportBucketId: bucketId,
        snapshotId: snapshots[index] ?? "",
        customData: [{ key: "exported-by", value: "nightly" }],
        replicaSetName: main.replicaSetName,
        prefix: `exported_snapshots/${groupId}/${main.name}/${index}`,
      }).id,
  );
  return {
    exportBucketIds: buckets.map(({ id }) => id),
    exportIds,
    restoreJobIds: seedRestores(context, main, snapshots),
    snapshotIds: snapshots,
    shardedClusterName: sharded.name,
    shardedSnapshotIds: shardedSnapshots,
    serverlessInstanceName: instance.name,
    serverlessSnapshotIds: serverlessSnapshots,
    serverlessRestoreJobIds: seedRestores(context, serverlessSource(main, instance), serverlessSnapshots),
  };
}

const serverlessSource = (main: Cluster, { id, name }: StoredServerless): Cluster => ({
  ...main,
  id,
  name,
  replicaSetName: name,
});

/** A compliance policy with which the project's schedules comply, and a schedule with every member set. */
function seedPolicies({ now, stores }: SeedContext, main: Cluster, exportBucketId: string): void {
  const { groupId } = main;
  const item = (frequencyType: string, frequencyInterval: number, retentionValue: number) => ({
    frequencyInterval,
    frequencyType,
    id: idFrom(groupId, frequencyType),
    retentionUnit: "days",
    retentionValue,
  });
  stores.compliance.put({
    id: groupId,
    groupId,
    created: now - 60 * DAY,
    updated: now - 10 * DAY,
    updatedUser: "backup-officer@example.com",
    settings: {
      authorizedEmail: "backup-officer@example.com",
      authorizedUserFirstName: "Ada",
      authorizedUserLastName: "Example",
      copyProtectionEnabled: false,
      encryptionAtRestEnabled: false,
      onDemandPolicyItem: item("ondemand", 0, 3),
      pitEnabled: false,
      restoreWindowDays: 3,
      scheduledPolicyItems: [item("hourly", 6, 7), item("daily", 1, 7)],
    },
  });
  const schedule = firstSchedule(main.id, groupId, main.created);
  stores.schedules.put({
    ...schedule,
    settings: {
      ...schedule.settings,
      copySettings: [
        {
          cloudProvider: PROVIDER_CODES[0],
          frequencies: ["HOURLY", "DAILY"],
          regionName: REGION,
          replicationSpecId: idFrom(main.id, "zone"),
          shouldCopyOplogs: false,
        },
      ],
      export: { exportBucketId, frequencyType: "monthly" },
      extraRetentionSettings: [{ frequencyType: "MONTHLY", retentionDays: 7 }],
    },
  });
}

function seedSnapshots(
  { newId, now, stores }: SeedContext,
  cluster: Cluster,
  kind: StoredSnapshot["kind"],
  count: number,
): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const created = now - (count - index) * HOUR;
    return stores.snapshots.put({
      id: newId(),
      groupId: cluster.groupId,
      created,
      clusterId: cluster.id,
      kind,
      onDemand: false,
      frequencyType: "hourly",
      expires: created + KEPT,
      provider: cluster.providers[0] ?? PROVIDER_CODES[0],
      replicaSetName: cluster.replicaSetName,
      engineVersion: cluster.engineVersion,
      sizeBytes: (index + 1) * 1_048_576,
      copyRegions: index === 0 ? [REGION] : [],
      policyItemId: idFrom(cluster.id, "hourly"),
    }).id;
  });
}

function seedRestores({ newId, now, stores }: SeedContext, cluster: Cluster, snapshots: readonly string[]) {
  const target = { targetClusterName: cluster.name, targetGroupId: cluster.groupId };
  return Array.from({ length: 7 }, (_, index) => {
    const created = now - (7 - index) * HOUR;
    const pointInTimeUTCSeconds = Math.floor(created / 1_000);
    const exact = index % 3 === 2;
    const snapshotId = snapshots[index] ?? "";
    return stores.restoreJobs.put({
      id: newId(),
      groupId: cluster.groupId,
      created,
      clusterId: cluster.id,
      asked: exact
        ? { deliveryType: "pointInTime", pointInTimeUTCSeconds, ...target }
        : { deliveryType: index % 3 === 0 ? "download" : "automated", ...target, snapshotId },
      snapshotId,
      moment: exact ? pointInTimeUTCSeconds * 1_000 : created,
      replicaSetName: cluster.replicaSetName,
      ...(index === 6 && { cancelled: created + 1_000 }),
    }).id;
  });
}
