import type { StoredSchedule } from "../records/backup-schedule.ts";
import { fieldsOf } from "../rules/members.ts";
import { decides } from "./backup-decisions.ts";
import { BUCKET } from "./bodies.ts";
import type { FaultRecord } from "./fault.ts";
import { absent, overlooks, within } from "./overlooks.ts";
import { createsBucket, onOwn } from "./requests.ts";
import { unmounts } from "./unmounts.ts";

const CREATE_BUCKET = ["createExportBucket"] as const;

const withoutExport = (schedule: StoredSchedule): StoredSchedule => ({
  ...schedule,
  settings: { ...schedule.settings, autoExportEnabled: false },
});

/** Mistakes in creating, showing and deleting export buckets. */
export const bucketFaults: readonly FaultRecord[] = [
  {
    id: "BK-01",
    text: "An export bucket can be created without its required members.",
    violates: ["EXB-REQUIRED"],
    change: overlooks(CREATE_BUCKET, absent),
    probe: createsBucket({ bucketName: undefined }),
  },
  {
    id: "BK-02",
    text: "The name of a new export bucket is not validated, and an invalid one is replaced.",
    violates: ["EXB-NAME-LENGTH", "GEN-MEMBER-KIND", "GEN-NULL-REQUIRED"],
    change: overlooks(CREATE_BUCKET, within("bucketName")),
    probe: createsBucket({ bucketName: "ab" }),
  },
  {
    id: "BK-03",
    text: "A new export bucket accepts an iamRoleId that is not an id.",
    violates: ["EXB-ROLE-ID", "GEN-MEMBER-KIND", "GEN-NULL-REQUIRED"],
    change: overlooks(CREATE_BUCKET, within("iamRoleId")),
    probe: createsBucket({ iamRoleId: "x" }),
  },
  {
    id: "BK-04",
    text: "A new export bucket accepts any cloudProvider.",
    violates: ["EXB-PROVIDER", "GEN-MEMBER-KIND", "GEN-NULL-REQUIRED"],
    change: overlooks(CREATE_BUCKET, within("cloudProvider")),
    probe: createsBucket({ cloudProvider: "NOBODY" }),
  },
  {
    id: "BK-05",
    text: "bucketName of an export bucket is an object.",
    violates: ["EXB-RESPONSE", "EXB-KEPT", "REC-ECHO"],
    change: decides(({ showBucket }) => ({
      showBucket: (bucket) => ({ ...showBucket(bucket), bucketName: { name: bucket["bucketName"] } }),
    })),
    probe: [["getExportBucket"]],
  },
  {
    id: "BK-06",
    text: "Deleting an export bucket does not remove it.",
    violates: ["EXB-LIFECYCLE"],
    inPassing: ["REC-GONE"],
    change: decides(() => ({ removesBucket: () => false })),
    probe: onOwn(
      ["createExportBucket", { json: BUCKET }],
      "exportBucketId",
      ["deleteExportBucket"],
      ["getExportBucket"],
    ),
  },
  {
    id: "BK-78",
    text: "Version 1.0 shows every export bucket with the first provider.",
    violates: ["REC-VIEWS"],
    inPassing: ["REC-BESIDE"],
    shownOn: ["createExportBucket", "getExportBucket"],
    change: ({ answers }) => ({
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        if (operation.id !== "getExportBucket" || version !== "1.0") return answer;
        return { ...answer, body: { ...fieldsOf(answer.body), cloudProvider: "PROVIDER_A" } };
      },
    }),
    probe: async ({ ask }) => {
      const [made] = await ask(["createExportBucket", { json: { ...BUCKET, cloudProvider: "PROVIDER_B" } }]);
      const path = { exportBucketId: String(fieldsOf(made?.json)["_id"]) };
      return ask(["getExportBucket", { path, version: "1.0" }]);
    },
  },
  {
    id: "BK-77",
    text: "An export bucket that a schedule still names is not deleted after the automatic export was disabled.",
    violates: ["EXB-DELETE-GUARD"],
    change: decides(({ exportsTo }) => ({
      exportsTo: (schedule, bucket) =>
        exportsTo({ ...schedule, settings: { ...schedule.settings, autoExportEnabled: true } }, bucket),
    })),
    probe: ({ reference: { world } }) => {
      const [exportBucketId = ""] = world.backup.exportBucketIds;
      return [
        [
          "updateBackupSchedule",
          { json: { autoExportEnabled: true, export: { exportBucketId, frequencyType: "monthly" } } },
        ],
        ["updateBackupSchedule", { json: { autoExportEnabled: false } }],
        ["deleteExportBucket", { path: { exportBucketId } }],
      ];
    },
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
    id: "BK-87",
    text: "Deleting an export bucket turns off the automatic export of every schedule in the project.",
    violates: ["EXB-DELETE-GUARD"],
    change: decides(() => ({ afterBucket: withoutExport })),
    probe: async ({ ask, reference: { world } }) => {
      const [made] = await ask(["createExportBucket", { json: BUCKET }]);
      const exportBucketId = String(fieldsOf(made?.json)["_id"]);
      const used = world.backup.exportBucketIds[0];
      return ask(
        ["updateBackupSchedule", { json: { autoExportEnabled: true, export: { exportBucketId: used } } }],
        ["deleteExportBucket", { path: { exportBucketId } }],
        ["getBackupSchedule"],
      );
    },
  },
  {
    id: "BK-93",
    text: "The refusal to delete an export bucket turns off the automatic export of every schedule in the project.",
    violates: ["EXB-DELETE-GUARD"],
    change: decides(() => ({ afterKeptBucket: withoutExport })),
    probe: ({ reference: { world } }) => [
      [
        "updateBackupSchedule",
        { json: { autoExportEnabled: true, export: { exportBucketId: world.backup.exportBucketIds[0] } } },
      ],
      ["deleteExportBucket"],
      ["getBackupSchedule"],
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

/** A provider that supports no exports; the fault follows those of jobs in the layer `backup`. */
export const anyProvider: FaultRecord = {
  id: "BK-63",
  text: "An export bucket can be created for each of the three providers.",
  violates: ["EXB-PROVIDER"],
  change: ({ objections }) => ({
    objections: (found, sent) =>
      objections(found, sent).filter(
        ({ pointer }) => pointer !== "/cloudProvider" || fieldsOf(sent.body)["cloudProvider"] !== "PROVIDER_C",
      ),
  }),
  probe: createsBucket({ cloudProvider: "PROVIDER_C" }),
};
