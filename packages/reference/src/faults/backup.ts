import type { OperationId } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";
import type { Behaviour } from "../behaviour.ts";
import type { Reference } from "../reference.ts";
import type { BackupBehaviour } from "../rules/backup.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import type { Fields } from "../world/state.ts";
import { BUCKET, DAILY, HOURLY, POLICY } from "./bodies.ts";
import { type Fault, layer } from "./fault.ts";
import type { Asked, Probe, ProbeCall } from "./probe.ts";
import { createsBucket, onOwn } from "./requests.ts";

type Change = (behaviour: Behaviour) => Partial<Behaviour>;

/** Decides otherwise about backups in some respects. */
export const decides =
  (change: (honest: BackupBehaviour) => Partial<BackupBehaviour>): Change =>
  ({ backup }) => ({ backup: { ...backup, ...change(backup) } });

/** Takes some bodies that are refused otherwise; a value that no answer could show is lost. */
export const overlooks =
  (operations: readonly OperationId[], overlooked: (violation: Violation) => boolean): Change =>
  ({ objections }) => ({
    objections: (found, sight) =>
      objections(found, sight).filter(
        (violation) => !operations.includes(sight.operation.id) || !overlooked(violation),
      ),
  });

/** Violations in the named members, other than their absence. */
export const within = (...members: readonly string[]) => {
  const places = new Set(members);
  return ({ pointer, keyword }: Violation): boolean =>
    keyword !== "required" && places.has(pointer.split("/")[1] ?? "");
};
const absent = ({ keyword }: Violation): boolean => keyword === "required";

/** Refuses restores of a kind. */
const refusesRestores =
  (to: (job: Fields) => boolean, pointer: string): Change =>
  ({ objections }) => ({
    objections: (found, sight) =>
      sight.operation.id === "createRestoreJob" && to(fieldsOf(sight.body))
        ? [...objections(found, sight), { pointer, keyword: "not", expected: "another value", received: "this one" }]
        : objections(found, sight),
  });

/** Leaves a route of the current version out. */
const unmounts =
  (id: OperationId): Change =>
  ({ mount }) => ({ mount: (route) => (route.id === id && route.version === "2" ? [] : mount(route)) });

/** An export job with such data in it where it has none. */
const withData = (job: Fields, data: unknown): Fields =>
  listMember(job, "customData").length > 0 ? job : { ...job, customData: [data] };

const hourlyIn = (policy: Fields): readonly Fields[] =>
  listMember(policy, "scheduledPolicyItems").filter(({ frequencyType }) => frequencyType === "hourly");

const CREATE_BUCKET = ["createExportBucket"] as const;
const UPDATE_POLICY = ["updateBackupCompliancePolicy"] as const;
const CREATE_EXPORT = ["createExportJob"] as const;
const CREATE_RESTORE: readonly OperationId[] = ["createRestoreJob", "createServerlessRestoreJob"];

const updatesPolicy = (change: object): readonly Asked[] => [
  ["updateBackupCompliancePolicy", { json: { ...POLICY, ...change } }],
];
const changesPolicy = (change: object): Probe => [...updatesPolicy(change), ["getBackupCompliancePolicy"]];
/** The cluster of most of the seeded world, as that to restore to. */
const targetIn = ({ world }: Reference) => ({ targetClusterName: world.clusterName, targetGroupId: world.projectId });
const restores = (change: object): readonly Asked[] => [
  ["createRestoreJob", { json: { deliveryType: "download", ...change } }],
];
const onServerless =
  (id: OperationId, call: ProbeCall = {}): Probe =>
  ({ reference: { world } }) => [[id, { path: { clusterName: world.backup.serverlessInstanceName }, ...call }]];
const exportsPlainly: Probe = ({ reference: { world } }) => {
  const { exportBucketIds, snapshotIds } = world.backup;
  return [["createExportJob", { json: { exportBucketId: exportBucketIds[0], snapshotId: snapshotIds[0] } }]];
};

const buckets: readonly Omit<Fault, "layer">[] = [
  {
    id: "BK-01",
    text: "An export bucket can be created with any of its members left out.",
    violates: ["EXB-REQUIRED"],
    change: overlooks(CREATE_BUCKET, absent),
    probe: createsBucket({ bucketName: undefined }),
  },
  {
    id: "BK-02",
    text: "The name of a new export bucket is not checked: one that cannot be is replaced.",
    violates: ["EXB-NAME-LENGTH"],
    change: overlooks(CREATE_BUCKET, within("bucketName")),
    probe: createsBucket({ bucketName: "ab" }),
  },
  {
    id: "BK-03",
    text: "The role of a new export bucket need not be an id.",
    violates: ["EXB-ROLE-ID"],
    change: overlooks(CREATE_BUCKET, within("iamRoleId")),
    probe: createsBucket({ iamRoleId: "x" }),
  },
  {
    id: "BK-04",
    text: "The provider of a new export bucket may be any.",
    violates: ["EXB-PROVIDER"],
    change: overlooks(CREATE_BUCKET, within("cloudProvider")),
    probe: createsBucket({ cloudProvider: "NOBODY" }),
  },
  {
    id: "BK-05",
    text: "bucketName of an export bucket is an object.",
    violates: ["EXB-RESPONSE", "EXB-KEPT"],
    change: decides(({ showBucket }) => ({
      showBucket: (bucket) => ({ ...showBucket(bucket), bucketName: { name: bucket["bucketName"] } }),
    })),
    probe: [["getExportBucket"]],
  },
  {
    id: "BK-06",
    text: "A deleted export bucket is still there.",
    violates: ["EXB-LIFECYCLE"],
    change: decides(() => ({ removesBucket: () => false })),
    probe: onOwn(
      ["createExportBucket", { json: BUCKET }],
      "exportBucketId",
      ["deleteExportBucket"],
      ["getExportBucket"],
    ),
  },
  {
    id: "BK-07",
    text: "An export bucket is deleted although a cluster exports to it.",
    violates: ["EXB-DELETE-GUARD"],
    change: decides(() => ({ exportsTo: () => false })),
    probe: ({ reference: { world } }) => [
      [
        "updateBackupSchedule",
        {
          json: {
            autoExportEnabled: true,
            export: { exportBucketId: world.backup.exportBucketIds[0] },
          },
        },
      ],
      ["deleteExportBucket"],
    ],
  },
  {
    id: "BK-08",
    text: "Version 2 does not serve the list of export jobs.",
    violates: ["OP36-PARAMS", "VER-2-EXPORT"],
    change: unmounts("listExportJobs"),
    probe: [["listExportJobs"]],
  },
];

const policies: readonly Omit<Fault, "layer">[] = [
  {
    id: "BK-10",
    text: "The e-mail address of a compliance policy is neither needed nor looked at.",
    violates: ["CMP-EMAIL-REQUIRED"],
    change: overlooks(UPDATE_POLICY, ({ pointer }) => pointer === "/authorizedEmail"),
    probe: changesPolicy({ authorizedEmail: "nobody" }),
  },
  {
    id: "BK-11",
    text: "updatedUser of a compliance policy is a number.",
    violates: ["CMP-FIELDS"],
    change: decides(({ showCompliance }) => ({
      showCompliance: (policy) => ({ ...showCompliance(policy), updatedUser: 5 }),
    })),
    probe: [["getBackupCompliancePolicy"]],
  },
  {
    id: "BK-12",
    text: "The item of a compliance policy for snapshots on demand has a number as id.",
    violates: ["CMP-ITEM-FIELDS"],
    change: decides(({ showCompliance }) => ({
      showCompliance: (policy) => ({
        ...showCompliance(policy),
        onDemandPolicyItem: { ...fieldsOf(policy["onDemandPolicyItem"]), id: 5 },
      }),
    })),
    probe: [["getBackupCompliancePolicy"]],
  },
  {
    id: "BK-13",
    text: "The switches of a compliance policy are on when left out.",
    violates: [
      "CMP-DEFAULT-COPYPROTECTIONENABLED",
      "CMP-DEFAULT-ENCRYPTIONATRESTENABLED",
      "CMP-DEFAULT-PITENABLED",
      "CMP-DEFAULT-FROM-TRUE",
    ],
    change: decides(({ compliance }) => ({
      compliance: (asked) =>
        compliance({ copyProtectionEnabled: true, encryptionAtRestEnabled: true, pitEnabled: true, ...asked }),
    })),
    probe: changesPolicy({}),
  },
  {
    id: "BK-14",
    text: "Any restore window of a compliance policy is taken.",
    violates: ["CMP-RESTOREWINDOW-POSITIVE"],
    change: overlooks(UPDATE_POLICY, within("restoreWindowDays")),
    probe: changesPolicy({ restoreWindowDays: 0 }),
  },
  {
    id: "BK-15",
    text: "A restore window is not held against what hourly backups are kept.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(() => ({ windowFits: () => true })),
    probe: changesPolicy({ restoreWindowDays: 30, scheduledPolicyItems: [HOURLY] }),
  },
  {
    id: "BK-70",
    text: "A restore window has to be shorter than what hourly backups are kept.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy) => {
        const window = policy["restoreWindowDays"];
        return windowFits(typeof window === "number" ? { ...policy, restoreWindowDays: window + 1 } : policy);
      },
    })),
    probe: updatesPolicy({ restoreWindowDays: 3, scheduledPolicyItems: [HOURLY] }),
  },
  {
    id: "BK-73",
    text: "A compliance policy with hourly items has to have a restore window.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy) =>
        windowFits(policy) && (policy["restoreWindowDays"] !== undefined || hourlyIn(policy).length === 0),
    })),
    probe: updatesPolicy({ scheduledPolicyItems: [HOURLY] }),
  },
  {
    id: "BK-74",
    text: "A compliance policy whose hourly items have no unit of retention is answered 500.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy) => {
        for (const { retentionUnit } of hourlyIn(policy))
          if (retentionUnit === undefined) throw new TypeError("there is no retentionUnit");
        return windowFits(policy);
      },
    })),
    probe: updatesPolicy({ scheduledPolicyItems: [{ ...HOURLY, retentionUnit: undefined }] }),
  },
  {
    id: "BK-71",
    text: "A compliance policy takes no restore window of one day.",
    violates: ["CMP-RESTOREWINDOW-POSITIVE"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy) => policy["restoreWindowDays"] !== 1 && windowFits(policy),
    })),
    probe: updatesPolicy({ restoreWindowDays: 1 }),
  },
  {
    id: "BK-72",
    text: "All scheduled items of a compliance policy have one id.",
    violates: ["CMP-ITEM-FIELDS"],
    change: decides(({ showCompliance }) => ({
      showCompliance: (policy) => {
        const items = listMember(policy, "scheduledPolicyItems");
        const scheduledPolicyItems = items.map((item) => ({ ...item, id: items[0]?.["id"] }));
        return { ...showCompliance(policy), ...(items.length > 0 && { scheduledPolicyItems }) };
      },
    })),
    probe: updatesPolicy({ scheduledPolicyItems: [HOURLY, { ...DAILY, retentionValue: 7 }] }),
  },
  {
    id: "BK-16",
    text: "A compliance policy leaves schedules alone that do not comply, whatever the request says.",
    violates: ["CMP-OVERWRITE-PARAM"],
    change: decides(() => ({ overwrites: () => false })),
    probe: [
      ["updateBackupCompliancePolicy", { json: { ...POLICY, scheduledPolicyItems: [DAILY] } }],
      ["getBackupSchedule"],
    ],
  },
  {
    id: "BK-17",
    text: "A compliance policy that protects copies does not keep them from being deleted.",
    violates: ["CMP-COPY-PROTECTION"],
    change: decides(() => ({ protects: () => false })),
    probe: ({ reference: { world } }) => [
      ["updateBackupCompliancePolicy", { json: { ...POLICY, copyProtectionEnabled: true } }],
      ["deleteSnapshot", { path: { snapshotId: world.backup.snapshotIds[0] ?? "" } }],
    ],
  },
  {
    id: "BK-18",
    text: "The name of the authorized user gets lost in an update of the compliance policy.",
    violates: ["CMP-KEPT"],
    change: decides(({ compliance }) => ({
      compliance: (asked) => ({ ...compliance(asked), authorizedUserFirstName: "Nobody" }),
    })),
    probe: changesPolicy({ authorizedUserFirstName: "Ada" }),
  },
];

const jobs: readonly Omit<Fault, "layer">[] = [
  {
    id: "BK-20",
    text: "An export job can be created without saying of what or where to.",
    violates: ["EXJ-REQUIRED"],
    change: overlooks(CREATE_EXPORT, absent),
    probe: [["createExportJob", { json: {} }]],
  },
  {
    id: "BK-21",
    text: "customData of a new export job may be anything.",
    violates: ["EXJ-CUSTOMDATA"],
    change: overlooks(CREATE_EXPORT, within("customData")),
    probe: ({ reference: { world } }) => [
      [
        "createExportJob",
        {
          json: {
            exportBucketId: world.backup.exportBucketIds[0],
            snapshotId: world.backup.snapshotIds[0],
            customData: {},
          },
        },
      ],
    ],
  },
  {
    id: "BK-22",
    text: "prefix of an export job is a number.",
    violates: ["EXJ-FIELDS"],
    change: decides(({ showExport }) => ({ showExport: (job) => ({ ...showExport(job), prefix: 5 }) })),
    probe: [["getExportJob"]],
  },
  {
    id: "BK-23",
    text: "A restore job may name no way of delivery, or an unknown one.",
    violates: ["RST-DELIVERY-ENUM"],
    change: overlooks(CREATE_RESTORE, ({ pointer }) => pointer === "/deliveryType"),
    probe: restores({ deliveryType: "x" }),
  },
  {
    id: "BK-24",
    text: "Any oplogInc of a restore job is taken.",
    violates: ["RST-OPLOGINC"],
    change: overlooks(CREATE_RESTORE, within("oplogInc")),
    probe: restores({ oplogInc: 0 }),
  },
  {
    id: "BK-25",
    text: "Any oplogTs of a restore job is taken.",
    violates: ["RST-OPLOGTS"],
    change: overlooks(CREATE_RESTORE, within("oplogTs")),
    probe: restores({ oplogTs: 5 }),
  },
  {
    id: "BK-26",
    text: "Any pointInTimeUTCSeconds of a restore job is taken.",
    violates: ["RST-PIT"],
    change: overlooks(CREATE_RESTORE, within("pointInTimeUTCSeconds")),
    probe: restores({ pointInTimeUTCSeconds: 5 }),
  },
  {
    id: "BK-27",
    text: "The name of the cluster to restore to is not checked.",
    violates: ["RST-TARGETCLUSTER"],
    change: overlooks(CREATE_RESTORE, within("targetClusterName")),
    probe: restores({ targetClusterName: "-bad" }),
  },
  {
    id: "BK-28",
    text: "failed of a restore job is a text.",
    violates: ["RST-FIELDS"],
    change: decides(({ showRestore }) => ({ showRestore: (job) => ({ ...showRestore(job), failed: "no" }) })),
    probe: [["getRestoreJob"]],
  },
  {
    id: "BK-29",
    text: "A restore to a cluster that names no project goes to that of the path.",
    violates: ["RST-TARGETGROUP"],
    change: overlooks(["createRestoreJob"], ({ keyword }) => keyword === "dependentRequired" || keyword === "if"),
    probe: ({ reference: { world } }) => restores({ deliveryType: "automated", targetClusterName: world.clusterName }),
  },
  {
    id: "BK-30",
    text: "Cancelling a restore job returns its flags.",
    violates: ["OP41-RESP", "RST-CANCEL"],
    change: ({ answers }) => ({
      answers: (operation, body, given) =>
        operation.id === "cancelRestoreJob"
          ? { status: 200, body: { cancelled: true } }
          : answers(operation, body, given),
    }),
    probe: [["cancelRestoreJob"]],
  },
  {
    id: "BK-31",
    text: "A restore of a serverless instance need not say where to.",
    violates: ["SLS-RST-REQUIRED"],
    change: overlooks(
      ["createServerlessRestoreJob"],
      ({ pointer, keyword }) => keyword === "required" && pointer !== "/deliveryType",
    ),
    probe: onServerless("createServerlessRestoreJob", { json: { deliveryType: "download" } }),
  },
  {
    id: "BK-32",
    text: "A restore job of a serverless instance shows components.",
    violates: ["SLS-RST-SHAPE"],
    change: decides(({ showServerlessRestore }) => ({
      showServerlessRestore: (job) => ({
        ...showServerlessRestore(job),
        components: [{ replicaSetName: "instance0" }],
      }),
    })),
    probe: onServerless("listServerlessRestoreJobs"),
  },
  {
    id: "BK-33",
    text: "engineDaemonVersion of a serverless snapshot is a number.",
    violates: ["SLS-SNAP-SHAPE"],
    change: decides(({ showServerless }) => ({
      showServerless: (snapshot) => ({ ...showServerless(snapshot), engineDaemonVersion: 8 }),
    })),
    probe: onServerless("listServerlessSnapshots"),
  },
  {
    id: "BK-34",
    text: "Serverless snapshots name another instance than the one of the path.",
    violates: ["SLS-NAME"],
    change: decides(({ showServerless }) => ({
      showServerless: (snapshot) => ({ ...showServerless(snapshot), serverlessInstanceName: "another" }),
    })),
    probe: onServerless("listServerlessSnapshots"),
  },
  {
    id: "BK-35",
    text: "Version 2 does not serve the restore jobs of serverless instances.",
    violates: ["OP52list-PARAMS", "VER-2-BACKUP-OPS"],
    change: unmounts("listServerlessRestoreJobs"),
    probe: onServerless("listServerlessRestoreJobs"),
  },
  {
    id: "BK-36",
    text: "A restore job of a serverless instance is answered, and not kept.",
    violates: ["RST-CREATE-READ", "RST-KEPT"],
    change: decides(() => ({ keepsRestore: (_job, { kinds }) => !kinds.includes("serverless") })),
    probe: async ({ reference: { world }, ask }) => {
      const path = { clusterName: world.backup.serverlessInstanceName };
      const json = {
        deliveryType: "download",
        targetClusterName: path.clusterName,
        targetGroupId: world.projectId,
      };
      await ask(["createServerlessRestoreJob", { json, path }]);
      return ask(["listServerlessRestoreJobs", { path }]);
    },
  },
  {
    id: "BK-39",
    text: "A restore job that is read is delivered automatically, whatever was asked for.",
    violates: ["RST-CREATE-READ", "RST-KEPT", "RST-POINT-IN-TIME"],
    change: decides(({ showRestore }) => ({
      showRestore: (job) => ({ ...showRestore(job), deliveryType: "automated" }),
    })),
    probe: onOwn(["createRestoreJob", { json: { deliveryType: "download" } }], "restoreJobId", ["getRestoreJob"]),
  },
  {
    id: "BK-40",
    text: "The custom data of an export job is never shown.",
    violates: ["EXJ-KEPT"],
    change: decides(({ showExport }) => ({ showExport: (job) => ({ ...showExport(job), customData: [] }) })),
    probe: (prober) => {
      const { exportBucketIds, snapshotIds } = prober.reference.world.backup;
      const json = {
        exportBucketId: exportBucketIds[0],
        snapshotId: snapshotIds[0],
        customData: [{ key: "a", value: "b" }],
      };
      return onOwn(["createExportJob", { json }], "exportId", ["getExportJob"])(prober);
    },
  },
  {
    id: "BK-42",
    text: "An export job that was created without custom data shows a text in the place of a pair.",
    violates: ["EXJ-FIELDS"],
    change: decides(({ showExport }) => ({ showExport: (job) => withData(showExport(job), "none") })),
    probe: exportsPlainly,
  },
  {
    id: "BK-43",
    text: "An export job that was created without custom data shows some.",
    violates: ["EXJ-CREATE-READ"],
    change: decides(({ showExport }) => ({
      showExport: (job) => withData(showExport(job), { key: "by", value: "nobody" }),
    })),
    probe: exportsPlainly,
  },
  {
    id: "BK-41",
    text: "A compliance policy overwrites schedules only when the request says so.",
    violates: ["CMP-OVERWRITE-PARAM"],
    change: ({ defaultOf }) => ({
      defaultOf: (parameter) => (parameter.name === "overwriteBackupPolicies" ? false : defaultOf(parameter)),
    }),
    probe: [
      ["updateBackupCompliancePolicy", { json: { ...POLICY, scheduledPolicyItems: [DAILY] } }],
      ["getBackupSchedule"],
    ],
  },
  {
    id: "BK-37",
    text: "Cancelling a restore job stops nothing.",
    violates: ["RST-CANCEL-EFFECT"],
    change: decides(() => ({ cancels: () => false })),
    probe: onOwn(
      ["createRestoreJob", { json: { deliveryType: "download" } }],
      "restoreJobId",
      ["cancelRestoreJob"],
      ["getRestoreJob"],
    ),
  },
  {
    id: "BK-38",
    text: "An export job that is read shows its own id as that of the snapshot.",
    violates: ["EXJ-CREATE-READ", "EXJ-KEPT"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (operation.id !== "getExportJob") return answer;
        const job = fieldsOf(answer.body);
        return { ...answer, body: { ...job, snapshotId: job["id"] } };
      },
    }),
    probe: [["getExportJob"]],
  },
  {
    id: "BK-63",
    text: "A bucket of any of the three providers can be exported to.",
    violates: ["EXB-PROVIDER"],
    change: ({ objections }) => ({
      objections: (found, sight) =>
        objections(found, sight).filter(
          ({ pointer }) => pointer !== "/cloudProvider" || fieldsOf(sight.body)["cloudProvider"] !== "PROVIDER_C",
        ),
    }),
    probe: createsBucket({ cloudProvider: "PROVIDER_C" }),
  },
  {
    id: "BK-64",
    text: "The project to restore to may be any text.",
    violates: ["RST-IDS"],
    change: overlooks(CREATE_RESTORE, within("targetGroupId")),
    probe: restores({ targetGroupId: "x" }),
  },
  {
    id: "BK-65",
    text: "Seconds of an oplog may be broken ones.",
    violates: ["RST-OPLOGTS", "RST-PIT"],
    change: overlooks(
      CREATE_RESTORE,
      ({ pointer, received }) => /^\/(oplogTs|pointIn)/.test(pointer) && /\.\d/.test(received),
    ),
    probe: restores({ oplogTs: 1_700_000_000.5 }),
  },
  {
    id: "BK-66",
    text: "An update of the compliance policy that leaves pitEnabled out leaves it as it was.",
    violates: ["CMP-DEFAULT-FROM-TRUE"],
    change: (honest) => {
      let pitEnabled: unknown = false;
      return decides(({ compliance }) => ({
        compliance: (asked) => {
          pitEnabled = asked["pitEnabled"] ?? pitEnabled;
          return compliance({ ...asked, pitEnabled });
        },
      }))(honest);
    },
    probe: [
      ["updateBackupCompliancePolicy", { json: { ...POLICY, pitEnabled: true } }],
      ["updateBackupCompliancePolicy", { json: POLICY }],
    ],
  },
  {
    id: "BK-60",
    text: "No restore is automated.",
    violates: ["RST-AUTOMATED"],
    change: refusesRestores((job) => job["deliveryType"] === "automated", "/deliveryType"),
    probe: ({ reference }) => restores({ deliveryType: "automated", ...targetIn(reference) }),
  },
  {
    id: "BK-61",
    text: "A point in time to restore cannot be stated as oplogTs.",
    violates: ["RST-POINT-IN-TIME"],
    change: refusesRestores((job) => job["deliveryType"] === "pointInTime" && job["oplogTs"] !== undefined, "/oplogTs"),
    probe: ({ reference }) => restores({ deliveryType: "pointInTime", oplogTs: 1_700_000_000, ...targetIn(reference) }),
  },
  {
    id: "BK-62",
    text: "A restore to another cluster is shown as one to no cluster.",
    violates: ["RST-AUTOMATED", "RST-POINT-IN-TIME"],
    change: decides(({ showRestore }) => ({
      showRestore: (job) => {
        const { targetClusterName: _lost, ...shown } = showRestore(job);
        return shown;
      },
    })),
    probe: ({ reference }) => restores({ deliveryType: "automated", ...targetIn(reference) }),
  },
];

export const backupFaults = layer("backup", [...buckets, ...policies, ...jobs]);

/** The items of the policies of a schedule, each changed. */
export const mapItems = (schedule: Readonly<Record<string, unknown>>, change: Readonly<Record<string, unknown>>) =>
  listMember(schedule, "policies").map((policy) => ({
    ...policy,
    policyItems: listMember(policy, "policyItems").map((item) => ({ ...item, ...change })),
  }));
