import type { OperationId } from "@plumbline/schemas";
import type { Call, Caller, Reply } from "../caller.test-support.ts";
import { memberIn } from "../json.test-support.ts";

type Probe = (caller: Caller) => Promise<readonly Reply[]>;
type Asked = readonly [OperationId, Call?];

const calls =
  (...asked: readonly Asked[]): Probe =>
  async (caller) => {
    const replies: Reply[] = [];
    for (const [id, call] of asked) replies.push(await caller.call(id, call));
    return replies;
  };

const ROLE = "32b6e34b3d91647abb20e7b8";
const BUCKET = { bucketName: "exports", cloudProvider: "PROVIDER_A", iamRoleId: ROLE };
const POLICY = { authorizedEmail: "officer@example.com" };
const HOURLY = { frequencyType: "hourly", frequencyInterval: 6, retentionUnit: "days", retentionValue: 3 };
const DAILY = { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 60 };
const WEEKLY = { frequencyType: "weekly", frequencyInterval: 6, retentionUnit: "weeks", retentionValue: 1 };

const bucket = (change: object): Probe => calls(["createExportBucket", { json: { ...BUCKET, ...change } }]);
const policy = (change: object, query = ""): Probe =>
  calls(["updateBackupCompliancePolicy", { json: { ...POLICY, ...change }, query }], ["getBackupCompliancePolicy"]);
const restore = (change: object): Probe =>
  calls(["createRestoreJob", { json: { deliveryType: "download", ...change } }]);
const schedule = (json: object): Probe => calls(["updateBackupSchedule", { json }], ["getBackupSchedule"]);
const take = (json: object): Probe => calls(["takeSnapshot", { json }]);

/** On a record that was made for this: the id is that of the answer. */
const onOwn =
  (made: Asked, parameter: string, ...then: readonly Asked[]): Probe =>
  async (caller) => {
    const [id, call] = made;
    const { json } = await caller.call(id, call);
    const path = { [parameter]: String(memberIn(json, parameter === "exportBucketId" ? "_id" : "id")) };
    return calls(...then.map(([operation, more]) => [operation, { ...more, path }] as const))(caller);
  };

const expiration = (json: object): Probe =>
  onOwn(["takeSnapshot", { json: {} }], "snapshotId", ["changeSnapshotExpiration", { json }]);

const serverless =
  (id: OperationId, call: Call = {}): Probe =>
  (caller) =>
    calls([id, { path: { clusterName: caller.reference.world.backup.serverlessInstanceName }, ...call }])(caller);
const sharded: Probe = (caller) =>
  calls(["listShardedSnapshots", { path: { clusterName: caller.reference.world.backup.shardedClusterName } }])(caller);

const targetIn = ({ reference: { world } }: Caller) => ({
  targetClusterName: world.clusterName,
  targetGroupId: world.projectId,
});

const exportsPlainly: Probe = (caller) => {
  const { exportBucketIds, snapshotIds } = caller.reference.world.backup;
  return calls(["createExportJob", { json: { exportBucketId: exportBucketIds[0], snapshotId: snapshotIds[0] } }])(
    caller,
  );
};

/** What shows each fault of cloud backup. */
export const backupProbes: Readonly<Record<string, Probe>> = {
  "KE-14": bucket({}),
  "BK-01": bucket({ bucketName: undefined }),
  "BK-02": bucket({ bucketName: "ab" }),
  "BK-03": bucket({ iamRoleId: "x" }),
  "BK-04": bucket({ cloudProvider: "NOBODY" }),
  "BK-05": calls(["getExportBucket"]),
  "BK-06": onOwn(
    ["createExportBucket", { json: BUCKET }],
    "exportBucketId",
    ["deleteExportBucket"],
    ["getExportBucket"],
  ),
  "BK-07": (caller) =>
    calls(
      [
        "updateBackupSchedule",
        {
          json: {
            autoExportEnabled: true,
            export: { exportBucketId: caller.reference.world.backup.exportBucketIds[0] },
          },
        },
      ],
      ["deleteExportBucket"],
    )(caller),
  "BK-08": calls(["listExportJobs"]),
  "BK-10": policy({ authorizedEmail: "nobody" }),
  "BK-11": calls(["getBackupCompliancePolicy"]),
  "BK-12": calls(["getBackupCompliancePolicy"]),
  "BK-13": policy({}),
  "BK-14": policy({ restoreWindowDays: 0 }),
  "BK-15": policy({ restoreWindowDays: 30, scheduledPolicyItems: [HOURLY] }),
  "BK-16": calls(
    ["updateBackupCompliancePolicy", { json: { ...POLICY, scheduledPolicyItems: [DAILY] } }],
    ["getBackupSchedule"],
  ),
  "BK-17": (caller) =>
    calls(
      ["updateBackupCompliancePolicy", { json: { ...POLICY, copyProtectionEnabled: true } }],
      ["deleteSnapshot", { path: { snapshotId: caller.reference.world.backup.snapshotIds[0] ?? "" } }],
    )(caller),
  "BK-18": policy({ authorizedUserFirstName: "Ada" }),
  "BK-20": calls(["createExportJob", { json: {} }]),
  "BK-21": (caller) =>
    calls([
      "createExportJob",
      {
        json: {
          exportBucketId: caller.reference.world.backup.exportBucketIds[0],
          snapshotId: caller.reference.world.backup.snapshotIds[0],
          customData: {},
        },
      },
    ])(caller),
  "BK-22": calls(["getExportJob"]),
  "BK-23": restore({ deliveryType: "x" }),
  "BK-24": restore({ oplogInc: 0 }),
  "BK-25": restore({ oplogTs: 5 }),
  "BK-26": restore({ pointInTimeUTCSeconds: 5 }),
  "BK-27": restore({ targetClusterName: "-bad" }),
  "BK-28": calls(["getRestoreJob"]),
  "BK-29": (caller) =>
    restore({ deliveryType: "automated", targetClusterName: caller.reference.world.clusterName })(caller),
  "BK-60": (caller) => restore({ deliveryType: "automated", ...targetIn(caller) })(caller),
  "BK-61": (caller) => restore({ deliveryType: "pointInTime", oplogTs: 1_700_000_000, ...targetIn(caller) })(caller),
  "BK-62": (caller) => restore({ deliveryType: "automated", ...targetIn(caller) })(caller),
  "BK-63": bucket({ cloudProvider: "PROVIDER_C" }),
  "BK-64": restore({ targetGroupId: "x" }),
  "BK-65": restore({ oplogTs: 1_700_000_000.5 }),
  "SN-60": schedule({ policies: [{ policyItems: [{ ...DAILY, retentionValue: "x" }] }] }),
  "SN-61": schedule({ referenceHourOfDay: 2_147_483_648 }),
  "SN-62": schedule({ policies: [{ policyItems: [DAILY] }, { policyItems: [] }] }),
  "BK-66": calls(
    ["updateBackupCompliancePolicy", { json: { ...POLICY, pitEnabled: true } }],
    ["updateBackupCompliancePolicy", { json: POLICY }],
  ),
  "BK-30": calls(["cancelRestoreJob"]),
  "BK-31": serverless("createServerlessRestoreJob", { json: { deliveryType: "download" } }),
  "BK-32": serverless("listServerlessRestoreJobs"),
  "BK-33": serverless("listServerlessSnapshots"),
  "BK-34": serverless("listServerlessSnapshots"),
  "BK-35": serverless("listServerlessRestoreJobs"),
  "BK-36": async (caller) => {
    const { projectId, backup } = caller.reference.world;
    const json = {
      deliveryType: "download",
      targetClusterName: backup.serverlessInstanceName,
      targetGroupId: projectId,
    };
    await serverless("createServerlessRestoreJob", { json })(caller);
    return serverless("listServerlessRestoreJobs")(caller);
  },
  "BK-37": onOwn(
    ["createRestoreJob", { json: { deliveryType: "download" } }],
    "restoreJobId",
    ["cancelRestoreJob"],
    ["getRestoreJob"],
  ),
  "BK-38": calls(["getExportJob"]),
  "BK-39": onOwn(["createRestoreJob", { json: { deliveryType: "download" } }], "restoreJobId", ["getRestoreJob"]),
  "BK-42": exportsPlainly,
  "BK-43": exportsPlainly,
  "BK-40": (caller) => {
    const { exportBucketIds, snapshotIds } = caller.reference.world.backup;
    const json = {
      exportBucketId: exportBucketIds[0],
      snapshotId: snapshotIds[0],
      customData: [{ key: "a", value: "b" }],
    };
    return onOwn(["createExportJob", { json }], "exportId", ["getExportJob"])(caller);
  },
  "BK-41": calls(
    ["updateBackupCompliancePolicy", { json: { ...POLICY, scheduledPolicyItems: [DAILY] } }],
    ["getBackupSchedule"],
  ),
  "SN-01": calls(["getBackupSchedule"]),
  "SN-02": schedule({ policies: [{}, {}] }),
  "SN-03": schedule({ restoreWindowDays: 0 }),
  "SN-04": schedule({ referenceHourOfDay: "x" }),
  "SN-05": schedule({ copySettings: {} }),
  "SN-06": schedule({ deleteCopiedBackups: {} }),
  "SN-07": calls(
    ["updateBackupSchedule", { json: { policies: [{ policyItems: [HOURLY] }], updateSnapshots: true } }],
    ["listSnapshots"],
  ),
  "SN-08": calls(["getBackupSchedule"]),
  "SN-09": calls(["getBackupSchedule"]),
  "SN-10": schedule({ referenceHourOfDay: 5 }),
  "SN-11": calls(["deleteBackupSchedules"], ["getBackupSchedule"]),
  "SN-12": schedule({ policies: [{ policyItems: [DAILY, WEEKLY] }] }),
  "SN-13": calls(
    ["updateBackupSchedule", { json: { referenceMinuteOfHour: 30 } }],
    ["updateBackupSchedule", { json: { referenceHourOfDay: 5 } }],
  ),
  "SN-20": calls(["getSnapshot"]),
  "SN-21": sharded,
  "SN-22": sharded,
  "SN-23": take({ retentionInDays: 0 }),
  "SN-24": take({ description: 5 }),
  "SN-25": calls(["takeSnapshot", { json: {} }], ["listSnapshots", { query: "itemsPerPage=500" }]),
  "SN-26": calls(["takeSnapshot", { json: {} }], ["takeSnapshot", { json: {} }]),
  "SN-27": onOwn(["takeSnapshot", { json: {} }], "snapshotId", ["deleteSnapshot"], ["getSnapshot"]),
  "SN-30": async (caller) => {
    const path = { clusterName: caller.reference.world.backup.shardedClusterName };
    const { json } = await caller.call("takeSnapshot", { json: {}, path });
    const own = { path: { ...path, snapshotId: String(memberIn(json, "id")) } };
    return calls(["deleteShardedSnapshot", own], ["getShardedSnapshot", own])(caller);
  },
  "SN-34": (caller) =>
    calls(["deleteSnapshot", { path: { clusterName: caller.reference.world.backup.shardedClusterName } }])(caller),
  "SN-33": calls(["listSnapshots", { query: "itemsPerPage=500" }]),
  "SN-31": expiration({ retentionUnit: "DAYS", retentionValue: 5 }),
  "SN-32": expiration({ retentionUnit: "YEARS", retentionValue: 5 }),
  "SN-28": expiration({ retentionUnit: "HOURS", retentionValue: 5 }),
  "SN-29": expiration({ retentionUnit: "YEARS", retentionValue: 5 }),
};
