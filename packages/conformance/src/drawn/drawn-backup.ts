import { member } from "../expect/answers.ts";
import { ON_CLUSTER, ON_PROJECT } from "../requirements/backup-rules.ts";
import { bucketBody, exportBody, GENTLY, remembersPolicy } from "../requirements/backup-steps.ts";
import { itemsIn, policyWith, scheduleMembers } from "../requirements/schedule-steps.ts";
import { is } from "../requirements/subjects.ts";
import { type Fields, without } from "../writes/write.ts";
import type { Draw } from "./draw.ts";
import type { DrawnRule } from "./drawn-rule.ts";

/** Members of a schedule with other values; what is not set could not be unset again. */
function scheduleGroups(draw: Draw, before: Fields): readonly Fields[] {
  const items = itemsIn(before);
  const last = items.at(-1);
  const retentionValue = member(last, "retentionValue");
  const window = before["restoreWindowDays"];
  const groups: readonly Fields[] = [
    { referenceHourOfDay: draw.integer(0, 23), referenceMinuteOfHour: draw.integer(0, 59) },
    ...(typeof window === "number" ? [{ restoreWindowDays: window + draw.integer(1, 3) }] : []),
    {
      extraRetentionSettings: [
        { frequencyType: draw.oneOf(["DAILY", "WEEKLY", "MONTHLY"]), retentionDays: draw.integer(1, 300) },
      ],
    },
    { export: { ...Object(before["export"]), frequencyType: draw.oneOf(["yearly", "weekly", "monthly"]) } },
    { useOrgAndGroupNamesInExportPrefix: draw.oneOf([true, false]) },
    ...(typeof retentionValue === "number"
      ? [
          {
            policies: policyWith(before, [
              ...items.slice(0, -1),
              { ...Object(last), retentionValue: retentionValue + draw.integer(1, 3) },
            ]),
          },
        ]
      : []),
  ];
  return groups.filter((group) => Object.keys(group).every((name) => before[name] !== undefined));
}

const MOST_DATA = 4;
const LONGEST_NAME = 40;
const LONGEST_DATUM = 60;

export const drawnBackup: readonly DrawnRule[] = [
  {
    of: "an update of a backup schedule",
    suffix: "-SCHEDULES",
    risk: "update",
    lane: "backup",
    needs: ON_CLUSTER,
    on: is("updateBackupSchedule"),
    prepare: async (told) => {
      const before = await scheduleMembers(told);
      return async (draw) => {
        const groups = scheduleGroups(draw, before);
        if (groups.length === 0) told.cannot("the schedule shows nothing that could be put back");
        return { operation: "updateBackupSchedule", groups, body: (members) => members };
      };
    },
  },
  {
    of: "an update of the compliance policy",
    suffix: "-POLICIES",
    risk: "irreversible",
    lane: "backup",
    needs: ON_PROJECT,
    on: is("updateBackupCompliancePolicy"),
    prepare: async (told) => {
      const before = await remembersPolicy(told);
      return async (draw) => ({
        operation: "updateBackupCompliancePolicy",
        groups: [
          {
            authorizedUserFirstName: draw.prose(LONGEST_NAME),
            authorizedUserLastName: draw.prose(LONGEST_NAME),
          },
        ],
        body: (members) => without({ ...before, ...members }),
        ...GENTLY,
      });
    },
  },
  {
    of: "an export bucket",
    suffix: "-BUCKETS",
    risk: "create",
    lane: "backup",
    needs: ON_PROJECT,
    on: is("createExportBucket"),
    // Its members name what there is beside the interface, so nothing of it can be drawn.
    prepare: async (told) => async () => ({
      operation: "createExportBucket",
      groups: [{}],
      body: (members) => bucketBody(told, members),
    }),
  },
  {
    of: "an export job",
    suffix: "-LASTING",
    risk: "irreversible",
    lane: "backup",
    needs: [...ON_CLUSTER, { kind: "fixture", name: "exportBucketId" }, { kind: "fixture", name: "snapshotId" }],
    on: is("createExportJob"),
    prepare: async (told) => async (draw) => ({
      operation: "createExportJob",
      reads: [{ operation: "getExportJob", parameter: "exportId" }],
      groups: [
        {
          customData: Array.from({ length: draw.integer(1, MOST_DATA) }, (_none, index) => ({
            key: `key${index}`,
            value: draw.prose(LONGEST_DATUM),
          })),
        },
      ],
      body: (members) => exportBody(told, members),
    }),
  },
];
