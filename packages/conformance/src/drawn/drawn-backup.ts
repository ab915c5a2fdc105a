import { without } from "../ground/fields.ts";
import { type Fields, fieldsOf, member } from "../ground/json.ts";
import { listIn } from "../oracles/envelope.ts";
import { bucketBody } from "../requirements/backup/bucket-steps.ts";
import { exportBody, restoreBody } from "../requirements/backup/job-steps.ts";
import { GENTLY, remembersPolicy } from "../requirements/backup/policy-steps.ts";
import { itemsIn, policyWith, scheduleMembers } from "../requirements/backup/schedule-steps.ts";
import { NOWHERE, withoutTarget } from "../requirements/kept/kept-writes.ts";
import { ON_CLUSTER, ON_PROJECT } from "../requirements/shared/statement-parts.ts";
import { is } from "../requirements/shared/subjects.ts";
import { fixture } from "../rule/need.ts";
import type { Draw } from "./draw.ts";
import type { DrawnRule } from "./drawn-rule.ts";

/** The time of day, in whole or in part: an update keeps the part that it does not state. */
function momentOf(draw: Draw): Fields {
  const hour = { referenceHourOfDay: draw.integer(0, 23) };
  const minute = { referenceMinuteOfHour: draw.integer(0, 59) };
  return draw.oneOf<Fields>([hour, minute, { ...hour, ...minute }]);
}

/** Members of a schedule with other values; only members that are set, because the run could not unset others again. */
export function scheduleGroups(draw: Draw, before: Fields): readonly Fields[] {
  const items = itemsIn(before);
  const last = items.at(-1);
  const retentionValue = member(last, "retentionValue");
  const window = before["restoreWindowDays"];
  const [copy] = listIn(before["copySettings"]) ?? [];
  const frequencies = listIn(member(copy, "frequencies")) ?? [];
  const groups: readonly Fields[] = [
    momentOf(draw),
    ...(typeof window === "number" ? [{ restoreWindowDays: window + draw.integer(1, 3) }] : []),
    {
      extraRetentionSettings: [
        { frequencyType: draw.oneOf(["DAILY", "WEEKLY", "MONTHLY"]), retentionDays: draw.integer(1, 300) },
      ],
    },
    { export: { ...fieldsOf(before["export"]), frequencyType: draw.oneOf(["yearly", "weekly", "monthly"]) } },
    // Additional copies would cost more, so a draw only leaves some out.
    ...(frequencies.length > 1
      ? [
          {
            copySettings: [
              { ...fieldsOf(copy), frequencies: frequencies.slice(0, draw.integer(1, frequencies.length - 1)) },
            ],
          },
        ]
      : []),
    { useOrgAndGroupNamesInExportPrefix: draw.oneOf([true, false]) },
    ...(typeof retentionValue === "number"
      ? [
          {
            policies: policyWith(before, [
              ...items.slice(0, -1),
              { ...fieldsOf(last), retentionValue: retentionValue + draw.integer(1, 3) },
            ]),
          },
        ]
      : []),
  ];
  return groups.filter((group) => Object.keys(group).every((name) => before[name] !== undefined));
}

/**
 * An update of one part of the time of day keeps the other part. Where a body is sent in pieces, the first of them
 * changes the time of day, so the others say nothing about it.
 */
export const withMoment =
  (moment: Fields) =>
  (sent: Fields): Fields =>
    Object.keys(sent).some((name) => Object.hasOwn(moment, name)) ? { ...moment, ...sent } : sent;

const MOST_DATA = 4;
const LONGEST_NAME = 40;
const LONGEST_DATUM = 60;

/** Drawn schedules, policies, buckets and jobs; policies and jobs need the permission for irreversible requests. */
export const drawnBackup: readonly DrawnRule[] = [
  {
    of: "an update of a backup schedule",
    suffix: "-SCHEDULES",
    risk: "update",
    lane: "backup",
    needs: ON_CLUSTER,
    on: is("updateBackupSchedule"),
    prepare: async (story) => {
      const before = await scheduleMembers(story);
      return async (draw) => {
        const { referenceHourOfDay, referenceMinuteOfHour } = await scheduleMembers(story);
        const groups = scheduleGroups(draw, before);
        if (groups.length === 0) story.cannot("the schedule shows nothing that could be put back");
        const moment = without({ referenceHourOfDay, referenceMinuteOfHour });
        return {
          operation: "updateBackupSchedule",
          groups,
          body: (members) => members,
          shownAs: withMoment(story.contract.wire(moment)),
        };
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
    prepare: async (story) => {
      const before = await remembersPolicy(story);
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
    // Its members name things outside the interface, such as a bucket, so none of them can be drawn.
    prepare: async (story) => async () => ({
      operation: "createExportBucket",
      groups: [{}],
      body: (members) => bucketBody(story, members),
    }),
  },
  {
    of: "an export job",
    suffix: "-LASTING",
    risk: "irreversible",
    lane: "backup",
    needs: [...ON_CLUSTER, fixture("exportBucketId"), fixture("snapshotId")],
    on: is("createExportJob"),
    prepare: async (story) => async (draw) => ({
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
      body: (members) => exportBody(story, members),
    }),
  },
  {
    of: "a restore job",
    suffix: "-RESTORES",
    risk: "irreversible",
    lane: "backup",
    needs: [...ON_CLUSTER, fixture("snapshotId")],
    on: is("createRestoreJob"),
    prepare: async (story) => async () => ({
      operation: "createRestoreJob",
      reads: [{ operation: "getRestoreJob", parameter: "restoreJobId" }],
      groups: [{}, { targetClusterName: NOWHERE, targetGroupId: story.world.fixtures.groupId }],
      body: (members) => restoreBody(story, members),
      shownAs: withoutTarget,
    }),
  },
  {
    of: "a restore job of a serverless instance",
    suffix: "-SERVERLESS-RESTORES",
    risk: "irreversible",
    lane: "backup",
    needs: [...ON_PROJECT, fixture("serverlessSnapshotId"), fixture("serverlessInstanceName")],
    on: is("createServerlessRestoreJob"),
    prepare: async (story) => async () => ({
      operation: "createServerlessRestoreJob",
      reads: [{ operation: "getServerlessRestoreJob", parameter: "restoreJobId" }],
      groups: [{}],
      body: (members) => restoreBody(story, members),
      shownAs: withoutTarget,
    }),
  },
];
