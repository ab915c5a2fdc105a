import type { OperationId } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";
import type { Reference } from "../reference.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { decides } from "./backup-decisions.ts";
import { keptSwitch, scheduleOverwriting } from "./compliance.ts";
import { anyProvider } from "./export-buckets.ts";
import type { Fault, FaultRecord } from "./fault.ts";
import { absent, overlooks, within } from "./overlooks.ts";
import type { Asked, Probe, ProbeCall } from "./probe.ts";
import { onOwn } from "./requests.ts";
import { unmounts } from "./unmounts.ts";

/** Refuses the restore jobs that the function selects. */
const refusesRestores =
  (to: (job: Fields) => boolean, pointer: string): Fault["change"] =>
  ({ objections }) => ({
    objections: (found, sent) =>
      sent.operation.id === "createRestoreJob" && to(fieldsOf(sent.body))
        ? [...objections(found, sent), { pointer, keyword: "not", expected: "another value", received: "this one" }]
        : objections(found, sent),
  });

/** An export job; if it has no custom data, this item is added. */
const withData = (job: Fields, data: unknown): Fields =>
  listMember(job, "customData").length > 0 ? job : { ...job, customData: [data] };

const CREATE_EXPORT = ["createExportJob"] as const;
const CREATE_RESTORE: readonly OperationId[] = ["createRestoreJob", "createServerlessRestoreJob"];

/** The cluster with most records of the seeded world, as a restore target. */
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

/** Reads a cancelled job when it would be done. */
const readsCancelled: Probe = async ({ ask, reference }) => {
  const [made] = await ask(["createRestoreJob", { json: { deliveryType: "download" } }]);
  const path = { restoreJobId: textMember(fieldsOf(made?.json), "id") ?? "" };
  await ask(["cancelRestoreJob", { path }]);
  reference.clock.advance(60_000);
  return ask(["getRestoreJob", { path }]);
};

/** Faults about exports and restores. */
export const jobFaults: readonly FaultRecord[] = [
  {
    id: "BK-20",
    text: "An export job can be created without its required members.",
    violates: ["EXJ-REQUIRED"],
    change: overlooks(CREATE_EXPORT, absent),
    probe: [["createExportJob", { json: {} }]],
  },
  {
    id: "BK-21",
    text: "customData of a new export job accepts any value.",
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
    text: "A restore job without deliveryType, or with an unknown one, is accepted.",
    violates: ["RST-DELIVERY-ENUM"],
    change: overlooks(CREATE_RESTORE, ({ pointer }) => pointer === "/deliveryType"),
    probe: restores({ deliveryType: "x" }),
  },
  {
    id: "BK-24",
    text: "oplogInc of a restore job accepts any value.",
    violates: ["RST-OPLOGINC"],
    change: overlooks(CREATE_RESTORE, within("oplogInc")),
    probe: restores({ oplogInc: 0 }),
  },
  {
    id: "BK-25",
    text: "oplogTs of a restore job accepts any value.",
    violates: ["RST-OPLOGTS"],
    change: overlooks(CREATE_RESTORE, within("oplogTs")),
    probe: restores({ oplogTs: 5 }),
  },
  {
    id: "BK-89",
    text: "The earliest valid oplogTs of a restore job is refused; one second more is accepted.",
    violates: ["RST-OPLOGTS"],
    change: ({ objections }) => ({
      objections: (found, sent) =>
        CREATE_RESTORE.includes(sent.operation.id) && fieldsOf(sent.body)["oplogTs"] === 1_199_145_600
          ? [
              ...objections(found, sent),
              { pointer: "/oplogTs", keyword: "minimum", expected: "more", received: "this" },
            ]
          : objections(found, sent),
    }),
    probe: restores({ oplogTs: 1_199_145_600 }),
  },
  {
    id: "BK-26",
    text: "pointInTimeUTCSeconds of a restore job accepts any value.",
    violates: ["RST-PIT"],
    change: overlooks(CREATE_RESTORE, within("pointInTimeUTCSeconds")),
    probe: restores({ pointInTimeUTCSeconds: 5 }),
  },
  {
    id: "BK-27",
    text: "The targetClusterName of a restore job is not validated.",
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
    text: "A restore to a cluster without targetGroupId goes to the project of the path.",
    violates: ["RST-TARGETGROUP"],
    change: overlooks(["createRestoreJob"], ({ keyword }) => keyword === "dependentRequired" || keyword === "if"),
    probe: ({ reference: { world } }) => restores({ deliveryType: "automated", targetClusterName: world.clusterName }),
  },
  {
    id: "BK-67",
    text: "A point-in-time restore to a cluster without targetGroupId goes to the project of the path.",
    violates: ["RST-TARGETGROUP"],
    change: ({ objections }) => ({
      objections: (found, sent) =>
        objections(found, sent).filter(
          ({ keyword }) =>
            !["dependentRequired", "if"].includes(keyword) || fieldsOf(sent.body)["deliveryType"] !== "pointInTime",
        ),
    }),
    probe: ({ reference: { world } }) =>
      restores({
        deliveryType: "pointInTime",
        pointInTimeUTCSeconds: 1_700_000_000,
        targetClusterName: world.clusterName,
      }),
  },
  {
    id: "BK-30",
    text: "Cancelling a restore job returns a body with the member cancelled.",
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
    text: "A restore job of a serverless instance is accepted without its target.",
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
    text: "Serverless snapshots name another instance than that of the path.",
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
    text: "The server answers a new restore job of a serverless instance, but does not store it.",
    violates: ["RST-CREATE-READ", "RST-KEPT"],
    inPassing: ["REC-THERE"],
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
    text: "Reads show every restore job with the deliveryType automated, whatever the request stated.",
    violates: ["RST-CREATE-READ", "RST-KEPT", "RST-POINT-IN-TIME", "REC-ECHO"],
    change: decides(({ showRestore }) => ({
      showRestore: (job) => ({ ...showRestore(job), deliveryType: "automated" }),
    })),
    probe: onOwn(["createRestoreJob", { json: { deliveryType: "download" } }], "restoreJobId", ["getRestoreJob"]),
  },
  {
    id: "BK-40",
    text: "The custom data of an export job is never shown.",
    violates: ["EXJ-KEPT", "REC-ECHO"],
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
    text: "An export job without custom data shows a text instead of a pair in customData.",
    violates: ["EXJ-FIELDS"],
    change: decides(({ showExport }) => ({ showExport: (job) => withData(showExport(job), "none") })),
    probe: exportsPlainly,
  },
  {
    id: "BK-43",
    text: "An export job that was created without custom data shows a pair in customData.",
    violates: ["EXJ-CREATE-READ"],
    change: decides(({ showExport }) => ({
      showExport: (job) => withData(showExport(job), { key: "by", value: "nobody" }),
    })),
    probe: exportsPlainly,
  },
  scheduleOverwriting,
  {
    id: "BK-37",
    text: "Cancelling a restore job has no effect.",
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
    id: "BK-86",
    text: "A cancelled restore job is missing from the list.",
    violates: ["RST-CANCEL-EFFECT"],
    change: decides(() => ({ listedRestore: (job) => (job.cancelled === undefined ? job : undefined) })),
    probe: onOwn(
      ["createRestoreJob", { json: { deliveryType: "download" } }],
      "restoreJobId",
      ["cancelRestoreJob"],
      ["listRestoreJobs"],
    ),
  },
  {
    id: "BK-88",
    text: "The list shows a cancelled restore job as not cancelled.",
    violates: ["RST-CANCEL-EFFECT"],
    inPassing: ["REC-VIEWS"],
    change: decides(() => ({ listedRestore: ({ cancelled: _cancelled, ...job }) => job })),
    probe: onOwn(
      ["createRestoreJob", { json: { deliveryType: "download" } }],
      "restoreJobId",
      ["cancelRestoreJob"],
      ["listRestoreJobs"],
    ),
  },
  {
    id: "BK-90",
    text: "A cancelled restore job continues, and is no longer shown as cancelled once it is finished.",
    violates: ["REC-UNTOUCHED", "RST-CANCEL-EFFECT"],
    inPassing: ["REC-VIEWS"],
    shownOn: ["cancelRestoreJob", "createRestoreJob", "getRestoreJob", "listRestoreJobs"],
    change: decides(({ restoreDone, showRestore }) => {
      const over = new Set<unknown>();
      return {
        restoreDone: ({ cancelled: _cancelled, ...job }, now) => {
          const done = restoreDone(job, now);
          if (done) over.add(job.id);
          return done;
        },
        showRestore: (job) => showRestore(over.has(job["id"]) ? { ...job, cancelled: false } : job),
      };
    }),
    probe: readsCancelled,
  },
  {
    id: "BK-91",
    text: "A cancelled restore job is done all the same: it stays cancelled, and offers its download.",
    violates: ["RST-CANCEL-EFFECT"],
    change: decides(({ restoreDone }) => ({
      restoreDone: ({ cancelled: _cancelled, ...job }, now) => restoreDone(job, now),
    })),
    probe: readsCancelled,
  },
  {
    id: "BK-38",
    text: "A read of an export job shows the job's own id as snapshotId.",
    violates: ["EXJ-CREATE-READ", "EXJ-KEPT"],
    inPassing: ["REC-VIEWS"],
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
  anyProvider,
  {
    id: "BK-64",
    text: "targetGroupId of a restore job accepts any text.",
    violates: ["RST-IDS"],
    change: overlooks(CREATE_RESTORE, within("targetGroupId")),
    probe: restores({ targetGroupId: "x" }),
  },
  {
    id: "BK-65",
    text: "A restore job accepts fractions of a second in oplogTs and pointInTimeUTCSeconds.",
    violates: ["RST-OPLOGTS", "RST-PIT"],
    change: overlooks(
      CREATE_RESTORE,
      ({ pointer, received }) => /^\/(oplogTs|pointIn)/.test(pointer) && /\.\d/.test(received),
    ),
    probe: restores({ oplogTs: 1_700_000_000.5 }),
  },
  keptSwitch,
  {
    id: "BK-60",
    text: "Every automated restore job is refused.",
    violates: ["RST-AUTOMATED"],
    change: refusesRestores((job) => job["deliveryType"] === "automated", "/deliveryType"),
    probe: ({ reference }) => restores({ deliveryType: "automated", ...targetIn(reference) }),
  },
  {
    id: "BK-61",
    text: "A point-in-time restore job with oplogTs is refused.",
    violates: ["RST-POINT-IN-TIME"],
    change: refusesRestores((job) => job["deliveryType"] === "pointInTime" && job["oplogTs"] !== undefined, "/oplogTs"),
    probe: ({ reference }) => restores({ deliveryType: "pointInTime", oplogTs: 1_700_000_000, ...targetIn(reference) }),
  },
  {
    id: "BK-92",
    text: "A restore job shows its desired moment as if the seconds were milliseconds.",
    violates: ["RST-POINT-IN-TIME"],
    change: decides(({ showRestore }) => ({
      showRestore: (job) => {
        const shown = showRestore(job);
        const desired = fieldsOf(shown["desiredTimestamp"]);
        const date = Date.parse(textMember(desired, "date") ?? "");
        return Number.isNaN(date)
          ? shown
          : { ...shown, desiredTimestamp: { ...desired, date: new Date(date / 1_000).toISOString() } };
      },
    })),
    probe: ({ reference }) => restores({ deliveryType: "pointInTime", oplogTs: 1_700_000_000, ...targetIn(reference) }),
  },
  {
    id: "BK-62",
    text: "A restore to another cluster is shown without targetClusterName.",
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
