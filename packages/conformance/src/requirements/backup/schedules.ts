import { headerValue } from "@plumbline/client";
import { readDate } from "@plumbline/schemas/validate";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { broken, expects, isMild, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { repeatsPath } from "../../oracles/repeats-path.ts";
import { notice, type Requirement, type StoryRequirement, watch } from "../../rule/requirement.ts";
import { withoutIds } from "../../writes/backup-policies.ts";
import { asSteps } from "../shared/as-steps.ts";
import { beyond32Bits } from "../shared/beyond-32-bits.ts";
import { isOwnCluster } from "../shared/own-cluster.ts";
import { changesNothing } from "../shared/refused-writes.ts";
import { NO_STATE, ON_CLUSTER } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { backupShape, backupStory, itemShape, OPERATIONS } from "./backup-rules.ts";
import { reachesSnapshots } from "./earlier-snapshots.ts";
import { changesAlone } from "./schedule-changes.ts";
import { itemsIn, lastingOf, policyWith, readSchedule, scheduleMembers } from "./schedule-steps.ts";

const RESOURCE = "Resources and their fields > Cloud backup schedule";
const returnsSchedule = is("getBackupSchedule", "updateBackupSchedule", "deleteBackupSchedules");
/** The first whole number that does not fit into 32 bits. */
const BEYOND_32 = beyond32Bits(2);
const inItem = (pointer: string): boolean => /^\/policies\/\d+\/policyItems\/\d+\/./.test(pointer);

type Particulars = Omit<StoryRequirement, "kind" | "level" | "basis" | "stage" | "risk" | "on" | "section"> &
  Partial<Pick<StoryRequirement, "level" | "basis" | "stage" | "section" | "risk" | "on">>;

const rule = (particulars: Particulars): Requirement =>
  backupStory({ section: RESOURCE, risk: "update", needs: ON_CLUSTER, on: is("updateBackupSchedule"), ...particulars });

/** Sends a valid body, then wrong ones, and verifies with a read that the wrong ones changed nothing. */
async function refusesSchedules(story: Story, right: Fields, faults: Readonly<Record<string, Fields>>): Promise<void> {
  await changesNothing(story, {
    write: async () => {
      await story.prepares("updateBackupSchedule", { body: right }, "the same update without a fault");
    },
    refused: () => story.refusesEach("updateBackupSchedule", asSteps(faults)),
    read: async () => lastingOf(await readSchedule(story)),
  });
}

const refusals = (
  particulars: Omit<Particulars, "tell" | "requests">,
  faults: Readonly<Record<string, Fields>>,
  {
    right = {},
    items = {},
    undescribed,
    beside,
  }: {
    readonly right?: Fields;
    readonly items?: Fields;
    /** An item that the target may accept or refuse; the rules about all answers judge what reads show after it. */
    readonly undescribed?: Fields;
    /** A right change beside each fault. */
    readonly beside?: (schedule: Fields) => Fields;
  } = {},
): Requirement =>
  rule({
    ...particulars,
    stage: "refused-writes",
    requests: 8 + Object.keys({ ...faults, ...items }).length,
    tell: async (story) => {
      const schedule = await scheduleMembers(story);
      const { referenceMinuteOfHour } = schedule;
      const minute = typeof referenceMinuteOfHour === "number" ? { referenceMinuteOfHour } : {};
      const inPolicy = Object.entries(items).map(([name, policyItems]) => [
        name,
        { policies: policyWith(schedule, policyItems) },
      ]);
      const wrong = Object.entries<Fields>({ ...faults, ...Object.fromEntries(inPolicy) });
      const changed = beside?.(schedule) ?? {};
      const besides = wrong.map(([name, fault]) => [name, { ...changed, ...fault }]);
      const before = Object.fromEntries(Object.keys(changed).map((name) => [name, schedule[name]]));
      await refusesSchedules(story, { ...minute, ...before, ...right }, Object.fromEntries(besides));
      if (undescribed === undefined) return upheld;
      const body = { policies: policyWith(schedule, [undescribed]) };
      if (wasAccepted(await story.ask("updateBackupSchedule", { body, due: "open" }))) await readSchedule(story);
      return upheld;
    },
  });

/** A server that stores member by member may keep the right change of a body that it refuses. */
const otherHour = ({ referenceHourOfDay: hour }: Fields): Fields =>
  typeof hour === "number" ? { referenceHourOfDay: (hour + 1) % 24 } : {};

/** A policy item with the words of the description. */
const DAILY: Fields = { frequencyInterval: 1, frequencyType: "daily", retentionUnit: "days", retentionValue: 7 };

/** A policy item that a schedule hardly has. */
const OTHER: Fields = { frequencyInterval: 1, frequencyType: "monthly", retentionUnit: "months", retentionValue: 13 };

/** The description does not say how soon a read shows a write; after this many milliseconds the story expects it. */
const SHOWN_AFTER = 2_000;

/**
 * The target must refuse a text as updateSnapshots, because it could rewrite snapshots; the value true must reach them.
 */
async function takesWord(story: Story): Promise<Judgement> {
  const { policies } = await scheduleMembers(story);
  const judgement = await reachesSnapshots(story);
  if (judgement.kind === "broken" && !isMild(judgement)) return judgement;
  await refusesSchedules(story, { policies }, { "updateSnapshots as a text": { updateSnapshots: "plumbline" } });
  return judgement;
}

/** Sends weekly backups with a longer, an equal and a shorter retention than the daily ones. */
async function keepsRarerLonger(story: Story): Promise<Judgement> {
  await scheduleMembers(story);
  const schedule = await readSchedule(story);
  const daily = { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days" };
  const weekly = { frequencyType: "weekly", frequencyInterval: 6, retentionUnit: "weeks" };
  const step = (days: number, weeks: number) => {
    const items = [
      { ...daily, retentionValue: days },
      { ...weekly, retentionValue: weeks },
    ];
    return { body: { policies: policyWith(schedule, items) } };
  };
  await story.prepares("updateBackupSchedule", step(30, 8), "weekly backups that are kept longer than daily ones");
  const same = await story.ask("updateBackupSchedule", step(56, 8));
  story.must(wasAccepted(same), "2xx for weekly backups of 8 weeks beside daily ones of 56 days", received(same));
  const exchange = await story.ask("updateBackupSchedule", { ...step(30, 1), due: "refused" });
  return expects(wasRefused(exchange), "4xx for weekly backups of 1 week beside daily ones of 30 days", () =>
    received(exchange),
  );
}

/** Milliseconds by which nextSnapshot may be in the past: the target may be about to take it. */
const OVERDUE = 3_600_000;

function nextIsAhead({ answer, call }: WatchedExchange): Judgement | undefined {
  const date = Date.parse(headerValue(answer.headers, "date") ?? "");
  const shown = member(answer.json, "nextSnapshot");
  const next = typeof shown === "string" ? readDate(shown) : Number.NaN;
  if (!succeeded(answer) || call.send === "once" || Number.isNaN(date) || Number.isNaN(next)) return undefined;
  const expected = `a moment after ${new Date(date).toISOString()}, which is the answer's Date`;
  return expects(next > date - OVERDUE, expected, () => quoted(shown), "/nextSnapshot");
}

/** Deletes the schedule of the cluster, and then sends an update without items. */
async function removesSchedule(story: Story, schedule: Fields): Promise<Judgement> {
  const before = await story.eventually(
    async () => itemsIn(await readSchedule(story)).length,
    (items) => items > 0,
  );
  if (before === 0) return story.cannot("the cluster has no schedule that could be deleted");
  // A delete must also remove a schedule with an export; another rule judges whether it can export now.
  if (schedule["export"] !== undefined && schedule["autoExportEnabled"] === false)
    await story.ask("updateBackupSchedule", { body: { autoExportEnabled: true } });
  // The description does not say whether the answer shows the rest or the removed part.
  await story.prepares("deleteBackupSchedules", {}, "deleting the schedule");
  const left = await story.untilOver(
    async () => itemsIn(await readSchedule(story)).length,
    (items) => items === 0,
  );
  if (left > 0) return broken("no item in the schedule when it is read", `${left} items, as before`);
  const other = member(schedule, "referenceHourOfDay") === 4 ? 5 : 4;
  const updated = await story.ask("updateBackupSchedule", { body: { referenceHourOfDay: other } });
  // The description does not say whether an update is possible after the delete.
  if (!wasAccepted(updated)) return upheld;
  const shown = [recordIn(jsonOf(updated)), await readSchedule(story)].map((json) => itemsIn(json).length);
  const back = Math.max(...shown);
  // The description does not say whether an update starts from the items of a new schedule.
  return mild(expects(back === 0, "no item after an update that carries none", `${back} items`));
}

/** The rules on backup schedules and their policies. */
export const backupSchedules: readonly Requirement[] = [
  backupShape(
    {
      id: "SCH-FIELDS",
      text: "Members of a backup schedule have the listed types.",
      section: RESOURCE,
      on: returnsSchedule,
    },
    ({ pointer }) => !inItem(pointer),
  ),
  watch({
    id: "SCH-NEXT-AHEAD",
    level: "SHOULD",
    basis: "derived:D2",
    text: "nextSnapshot lies ahead of the answer that shows it.",
    section: RESOURCE,
    mock: "its moments are examples",
    on: returnsSchedule,
    examine: nextIsAhead,
  }),
  rule({
    id: "SCH-POLICIES-MAX",
    text: "An update carries one policy at most.",
    stage: "refused-writes",
    requests: 6,
    tell: async (story) => {
      const { policies } = await scheduleMembers(story);
      const [policy] = listIn(policies) ?? [];
      if (policy === undefined) return story.cannot("the schedule has no policy that could be sent again");
      // The second policy is no copy of the first, because a target may refuse copies.
      const other = { policyItems: [OTHER] };
      await refusesSchedules(story, { policies: [policy] }, { "two policies": { policies: [policy, other] } });
      return upheld;
    },
  }),
  refusals(
    { id: "SCH-RESTOREWINDOW", text: "restoreWindowDays of a schedule is a whole number of 32 bits, 1 or more." },
    Object.fromEntries(
      [0, -1, 1.5, BEYOND_32].map((days) => [`restoreWindowDays ${days}`, { restoreWindowDays: days }]),
    ),
  ),
  refusals(
    {
      id: "SCH-HOUR",
      text: "referenceHourOfDay, in UTC, and referenceMinuteOfHour are whole numbers of 32 bits.",
    },
    {
      "referenceHourOfDay as a text": { referenceHourOfDay: "plumbline" },
      "referenceHourOfDay 1.5": { referenceHourOfDay: 1.5 },
      [`referenceHourOfDay ${BEYOND_32}`]: { referenceHourOfDay: BEYOND_32 },
      "referenceMinuteOfHour as a text": { referenceMinuteOfHour: "plumbline" },
      "referenceMinuteOfHour 1.5": { referenceMinuteOfHour: 1.5 },
      [`referenceMinuteOfHour ${BEYOND_32}`]: { referenceMinuteOfHour: BEYOND_32 },
    },
  ),
  notice({
    id: "SCH-HOUR-RANGE",
    level: "UNSPECIFIED",
    text: "That hours end at 23 and minutes at 59 is natural, but not given.",
    section: RESOURCE,
    on: returnsSchedule,
    notice: ({ answer }) => {
      const [hour, minute] = ["referenceHourOfDay", "referenceMinuteOfHour"].map((name) => member(answer.json, name));
      const beyond = (value: unknown, most: number) => typeof value === "number" && (value < 0 || value > most);
      return succeeded(answer) && (beyond(hour, 23) || beyond(minute, 59))
        ? "an hour or a minute beyond what clocks show"
        : undefined;
    },
  }),
  refusals(
    {
      id: "SCH-TYPES-REJECT",
      basis: "derived:D1",
      text: "A schedule member of another type than the listed one is not processed.",
    },
    {
      "autoExportEnabled as a text": { autoExportEnabled: "plumbline" },
      "copySettings as an object": { copySettings: {} },
      "export as a text": { export: "plumbline" },
      "extraRetentionSettings as an object": { extraRetentionSettings: {} },
      "useOrgAndGroupNamesInExportPrefix as a text": { useOrgAndGroupNamesInExportPrefix: "plumbline" },
      "a malformed exportBucketId": { export: { exportBucketId: "plumbline", frequencyType: "monthly" } },
      "policies as an object": { policies: {} },
    },
    {
      items: {
        "policyItems as an object": {},
        "frequencyInterval as a text": [{ ...DAILY, frequencyInterval: "plumbline" }],
        "retentionValue as a text": [{ ...DAILY, retentionValue: "plumbline" }],
      },
      // The id belongs to answers only, so that of a request may be anything.
      undescribed: { ...DAILY, id: 5 },
      beside: otherHour,
    },
  ),
  refusals(
    {
      id: "SCH-DELETECOPIED",
      // A target may read a malformed list as one of all copies.
      risk: "irreversible",
      // The description names it among the additions of version 2.
      on: (subject) => subject.version === "2" && is("updateBackupSchedule")(subject),
      text: "In version 2 an update takes deleteCopiedBackups: an array of objects with cloudProvider, regionName, replicationSpecId and zoneId.",
    },
    {
      "deleteCopiedBackups as an object": { deleteCopiedBackups: {} },
      ...Object.fromEntries(
        ["cloudProvider", "regionName", "replicationSpecId", "zoneId"].map((name) => [
          `a number as ${name}`,
          { deleteCopiedBackups: [{ [name]: 5 }] },
        ]),
      ),
    },
    { right: { deleteCopiedBackups: [] } },
  ),
  rule({
    id: "SCH-UPDATESNAPSHOTS",
    text: "An update takes the boolean updateSnapshots: with it, changes of retention reach snapshots that exist already.",
    // Other rules replace the items of the schedule, and the new ones may not be those that the snapshots name.
    early: true,
    // Nothing restores the former expiry of existing snapshots, and a target may read a malformed value as true.
    risk: "irreversible",
    rewrites: "when the snapshots that the schedule of the cluster took expire: each is kept longer from then on",
    requests: 20,
    mock: NO_STATE,
    tell: takesWord,
  }),
  itemShape(
    {
      id: "SCH-POLICYITEM",
      text: "An item of a policy holds frequencyInterval, frequencyType, retentionUnit and retentionValue, and in answers an id of its own.",
      section: RESOURCE,
      on: is("getBackupSchedule", "updateBackupSchedule"),
    },
    ({ pointer }) => inItem(pointer),
    (schedule) =>
      (listIn(member(schedule, "policies")) ?? []).map((policy) => listIn(member(policy, "policyItems")) ?? []),
  ),
  watch({
    id: "SCH-CLUSTERNAME",
    level: "MUST",
    basis: "derived:D5",
    text: "The schedule that is returned names the cluster of the path.",
    section: OPERATIONS,
    mock: "it shows examples",
    on: is("getBackupSchedule"),
    conditional: true,
    examine: repeatsPath("clusterName", "clusterName"),
  }),
  rule({
    id: "SCH-PARTIAL",
    text: "An update changes the members it carries and leaves all others as they were.",
    section: OPERATIONS,
    requests: 24,
    mock: NO_STATE,
    tell: async (story) => {
      const body = await scheduleMembers(story);
      const first = await changesAlone(story);
      if (first.kind !== "broken") return first;
      // The first read may be older than the restore of an earlier story, so the story states the whole schedule.
      await story.prepares("updateBackupSchedule", { body }, "stating the whole schedule");
      await story.pass(SHOWN_AFTER);
      return changesAlone(story);
    },
  }),
  rule({
    id: "SCH-DELETE",
    text: "Deleting the schedule of a cluster removes all items of it, and an update without items does not bring any back.",
    section: OPERATIONS,
    risk: "delete",
    on: is("deleteBackupSchedules"),
    requests: 21,
    mock: NO_STATE,
    tell: async (story) => {
      const schedule = await scheduleMembers(story);
      const judgement = await removesSchedule(story, schedule);
      // The run restores the schedule of a user's cluster, and leaves that of its own; other rules need the items.
      if (isOwnCluster(story)) await story.ask("updateBackupSchedule", { body: fieldsOf(withoutIds(schedule)) });
      return judgement;
    },
  }),
  rule({
    id: "SNP-RETENTION-ORDER",
    level: "SHOULD",
    basis: "derived:D1",
    text: "A less frequent policy item keeps its backups at least as long as a more frequent one.",
    section: OPERATIONS,
    stage: "refused-writes",
    requests: 10,
    mock: "it does not compare items with one another",
    tell: keepsRarerLonger,
  }),
];
