import { without } from "../../ground/fields.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { expects, type Judgement } from "../../ground/judgement.ts";
import { freshName } from "../../ground/mark.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Requirement, StoryRequirement } from "../../rule/requirement.ts";
import { withoutIds } from "../../writes/backup-policies.ts";
import { snapshotBody } from "../../writes/snapshots.ts";
import { backupStory } from "../backup/backup-rules.ts";
import { bucketBody } from "../backup/bucket-steps.ts";
import { exportBody, restoreBody } from "../backup/job-steps.ts";
import { GENTLY, remembersPolicy } from "../backup/policy-steps.ts";
import { itemsIn, policyWith, scheduleMembers } from "../backup/schedule-steps.ts";
import { ownSnapshot, readSnapshot } from "../backup/snapshot-steps.ts";
import { keeps, keepsInTurn, looksOn, type RoundTrip } from "../shared/round-trip.ts";
import { NO_STATE, ON_CLUSTER, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { keptConfigs } from "./alert-configs.ts";
import { keptAlerts } from "./alerts.ts";
import { keptClusters } from "./clusters.ts";
import { keptIndexes } from "./search-indexes.ts";

/*
 * Servers keep the members of a write. The two bodies of each rule differ from the defaults, from the former values and
 * from each other, so a server that keeps another value fails.
 */

const BACKUP = "Endpoints > Cloud backup";

type Particulars = Pick<StoryRequirement, "id" | "text" | "section" | "on" | "requests" | "tell"> &
  Partial<Pick<StoryRequirement, "risk" | "needs" | "early">>;

const kept = (particulars: Particulars): Requirement =>
  backupStory({
    level: "MUST",
    basis: "derived:D6",
    mock: NO_STATE,
    risk: "costly",
    needs: ON_CLUSTER,
    ...particulars,
  });

/** Midnight counts as a time like any other. */
const TIMES: readonly [Fields, Fields] = [
  { referenceHourOfDay: 23, referenceMinuteOfHour: 59 },
  { referenceHourOfDay: 0, referenceMinuteOfHour: 0 },
];

/** Extra retention for two frequencies, with the same number of days. */
const EXTRA_RETENTION: readonly Fields[] = ["DAILY", "WEEKLY"].map((frequencyType) => ({
  frequencyType,
  retentionDays: 9,
}));

/** The schedule with other values for the members that it has. */
async function scheduleGroups(story: Story, turn: 0 | 1): Promise<readonly Fields[]> {
  const before = await scheduleMembers(story);
  const items = itemsIn(before);
  const last = items.at(-1);
  const retentionValue = member(last, "retentionValue");
  const [copy] = listIn(before["copySettings"]) ?? [];
  const frequencies = listIn(member(copy, "frequencies")) ?? [];
  const [window, own] = [before["restoreWindowDays"], before["export"]];
  const groups: readonly Fields[] = [
    TIMES[turn],
    ...(typeof window === "number" ? [{ restoreWindowDays: window + 1 }] : []),
    // The second turn removes the value of the first.
    { extraRetentionSettings: turn === 0 ? EXTRA_RETENTION : [] },
    { useOrgAndGroupNamesInExportPrefix: before["useOrgAndGroupNamesInExportPrefix"] !== true },
    ...(typeof retentionValue === "number"
      ? [
          {
            policies: policyWith(before, [
              ...items.slice(0, -1),
              { ...fieldsOf(last), retentionValue: retentionValue + 1 },
            ]),
          },
        ]
      : []),
    { export: { ...fieldsOf(own), frequencyType: turn === 0 ? "yearly" : "weekly" } },
    // More copies would cost more, so there is one less.
    ...(frequencies.length > 1
      ? [{ copySettings: [{ ...fieldsOf(copy), frequencies: frequencies.slice(0, 1) }] }]
      : []),
  ];
  // The run could not unset members that have no value now.
  const set = groups.filter((group) => Object.keys(group).every((name) => before[name] !== undefined));
  return set.length > 0 ? set : story.cannot("the schedule shows nothing that could be put back");
}

/**
 * A policy with a second item of an existing frequency: the target must keep both, each under its own id. The
 * description does not say whether a target accepts two.
 */
async function besideTwinItem(story: Story): Promise<RoundTrip | undefined> {
  const before = await scheduleMembers(story);
  const items = itemsIn(before);
  const last = items.at(-1);
  if (typeof member(last, "frequencyType") !== "string") return undefined;
  const { id: _id, ...twin } = fieldsOf(last);
  // Another interval than that of the item: every frequency except daily has both 1 and 2.
  const frequencyInterval = twin.frequencyInterval === 1 ? 2 : 1;
  return {
    operation: "updateBackupSchedule",
    groups: [{ policies: policyWith(before, [...items, { ...twin, frequencyInterval }]) }],
    body: (members) => members,
    shownAs: withoutIds,
    optional: true,
  };
}

/** The responsible person comes first, alone: if the run cannot restore that, no other member was changed. */
const policyGroups = (turn: number): readonly Fields[] => [
  {
    authorizedEmail: `plumbline+${turn}@example.com`,
    authorizedUserFirstName: `Jürgen ${turn}`,
    authorizedUserLastName: `O'Brien-Łukasz ${turn}`,
  },
  ...(turn === 0 ? [] : POLICY),
];

const POLICY: readonly Fields[] = [
  {
    onDemandPolicyItem: { frequencyInterval: 0, frequencyType: "ondemand", retentionUnit: "days", retentionValue: 5 },
    restoreWindowDays: 3,
    scheduledPolicyItems: [
      { frequencyInterval: 6, frequencyType: "hourly", retentionUnit: "days", retentionValue: 9 },
      { frequencyInterval: 1, frequencyType: "daily", retentionUnit: "days", retentionValue: 10 },
    ],
  },
  { pitEnabled: true },
];

/** Two items of one frequency, which a target may refuse. */
const TWIN_ITEMS: readonly Fields[] = [1, 3].map((frequencyInterval) => ({
  frequencyInterval,
  frequencyType: "weekly",
  retentionUnit: "weeks",
  retentionValue: 4,
}));

/** A snapshot keeps its description when its cluster gets another snapshot. */
async function besideLater(story: Story): Promise<Judgement> {
  const { id } = await ownSnapshot(story);
  const before = member(await readSnapshot(story, id), "description");
  await ownSnapshot(story);
  const now = member(await readSnapshot(story, id), "description");
  return expects(now === before, `description ${quoted(before)} after another snapshot was taken`, () => quoted(now));
}

const OTHER_DATA: readonly Fields[] = [
  { key: "by", value: "plumbline 1" },
  { key: "größe", value: "東京" },
];

/** Empty texts, repeated keys and values, and texts with characters that careless code misreads. */
const UNUSUAL: readonly Fields[] = [
  { key: "remark", value: "" },
  { key: "by", value: "plumbline 2" },
  { key: "of", value: "plumbline 2" },
  { key: "where", value: 'a\\b "c" 100% %41 1+1 {{d}}' },
  { key: "a=b:c", value: "k=v; k:v, k|v & /k#v?" },
];

/** The name of no cluster, so that a restore to it overwrites nothing on any target. */
export const NOWHERE = "plumbline-no-such-cluster";

/** A download has no target: a job need not show a stated target, but it must not show another. */
export const withoutTarget = (sent: Fields, record: unknown): unknown =>
  Object.fromEntries(
    Object.entries(sent).filter(([name]) => !name.startsWith("target") || (member(record, name) ?? null) !== null),
  );

/** The rules that the answer, the read and the list show all members of a body. */
export const keptWrites: readonly Requirement[] = [
  keptAlerts,
  keptConfigs,
  ...keptIndexes,
  ...keptClusters,
  kept({
    id: "SCH-KEPT",
    early: true,
    text: "The answer and get show the values that an update of a backup schedule carried.",
    section: BACKUP,
    risk: "update",
    on: is("updateBackupSchedule"),
    requests: 36,
    tell: async (story) => {
      const trip = async (turn: 0 | 1): Promise<RoundTrip> => ({
        operation: "updateBackupSchedule",
        groups: await scheduleGroups(story, turn),
        body: (members) => members,
        // The target gives ids to items, so it need not keep a sent id.
        shownAs: withoutIds,
      });
      const judgement = await keepsInTurn(story, trip);
      const twin = judgement.kind === "holds" ? await besideTwinItem(story) : undefined;
      return twin === undefined ? judgement : keeps(story, twin);
    },
  }),
  kept({
    id: "CMP-KEPT",
    early: true,
    text: "The answer and get show the values that an update of the compliance policy carried.",
    section: BACKUP,
    risk: "irreversible",
    needs: ON_PROJECT,
    on: is("updateBackupCompliancePolicy"),
    requests: 30,
    tell: async (story) => {
      const before = await remembersPolicy(story);
      const trip = (turn: number): RoundTrip => ({
        operation: "updateBackupCompliancePolicy",
        groups: policyGroups(turn),
        body: (members) => without({ ...before, ...members }),
        shownAs: withoutIds,
        ...GENTLY,
      });
      const judgement = await keepsInTurn(story, trip);
      if (judgement.kind !== "holds") return judgement;
      return keeps(story, { ...trip(1), groups: [{ scheduledPolicyItems: TWIN_ITEMS }], optional: true });
    },
  }),
  kept({
    id: "EXB-KEPT",
    text: "The answer, get and list show the values that an export bucket was created with.",
    section: BACKUP,
    risk: "create",
    needs: ON_PROJECT,
    on: is("createExportBucket"),
    requests: 10,
    tell: (story) =>
      keeps(story, { operation: "createExportBucket", groups: [{}], body: (members) => bucketBody(story, members) }),
  }),
  kept({
    id: "EXJ-KEPT",
    text: "The answer, get and list show the values that an export job was created with.",
    section: BACKUP,
    on: is("createExportJob"),
    requests: 20,
    tell: (story) => {
      const trip = (turn: number): RoundTrip => ({
        operation: "createExportJob",
        reads: [{ operation: "getExportJob", parameter: "exportId" }],
        // The first is the plain job, which the run already created.
        groups: turn === 0 ? [{}] : [{ customData: OTHER_DATA }, { customData: [...OTHER_DATA, ...UNUSUAL] }],
        body: (members) => exportBody(story, members),
      });
      return keepsInTurn(story, trip);
    },
  }),
  kept({
    id: "RST-KEPT",
    text: "The answer, get and list show the values that a restore job was created with.",
    section: BACKUP,
    on: is("createRestoreJob", "createServerlessRestoreJob"),
    requests: 20,
    tell: (story) => {
      const { fixtures } = story.world;
      const serverless = story.subject.operation.id === "createServerlessRestoreJob";
      return keeps(story, {
        operation: serverless ? "createServerlessRestoreJob" : "createRestoreJob",
        reads: [{ operation: serverless ? "getServerlessRestoreJob" : "getRestoreJob", parameter: "restoreJobId" }],
        shownAs: withoutTarget,
        groups: serverless ? [{}] : [{}, { targetClusterName: NOWHERE, targetGroupId: fixtures.groupId }],
        body: (members) => restoreBody(story, members),
      });
    },
  }),
  kept({
    id: "SNP-KEPT",
    text: "The answer, get and list show the description that a snapshot was taken with.",
    section: BACKUP,
    on: is("takeSnapshot"),
    requests: 60,
    tell: async (story) => {
      const judgement = await keeps(story, {
        operation: "takeSnapshot",
        groups: [{ description: `${freshName()} größer 東京 🗄️ <a> & "b" \\ 100% %41 1+1 {{c}}` }],
        body: snapshotBody,
      });
      // A snapshot takes time, so one version is enough; if it takes too long, the first judgement stands.
      if (judgement.kind !== "holds" || story.subject.version !== "2") return judgement;
      let later: Judgement = judgement;
      await looksOn(async () => {
        later = await besideLater(story);
      });
      return later;
    },
  }),
];
