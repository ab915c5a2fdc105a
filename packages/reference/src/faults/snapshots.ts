import type { OperationId } from "@plumbline/schemas";
import { fieldsOf, listMember } from "../rules/members.ts";
import { daysOf } from "../rules/retention.ts";
import type { Fields } from "../world/state.ts";
import { decides, mapItems, overlooks, within } from "./backup.ts";
import { DAILY, HOURLY, WEEKLY } from "./bodies.ts";
import { type Fault, layer } from "./fault.ts";
import type { Probe } from "./probe.ts";
import { onOwn } from "./requests.ts";

const UPDATE = ["updateBackupSchedule"] as const;
const TAKE: readonly OperationId[] = ["takeSnapshot"];

/** Items under the id of the first of their frequency. */
const withSharedIds = (policy: Fields): Fields => {
  const items = listMember(policy, "policyItems");
  const first = (item: Fields): Fields | undefined =>
    items.find(({ frequencyType }) => frequencyType === item["frequencyType"]);
  return { ...policy, policyItems: items.map((item) => ({ ...item, id: first(item)?.["id"] })) };
};

const changesSchedule = (json: object): Probe => [["updateBackupSchedule", { json }], ["getBackupSchedule"]];
const schedulesItems = (...policyItems: readonly object[]): Probe => [
  ["updateBackupSchedule", { json: { policies: [{ policyItems }] } }],
];
const listsSharded: Probe = ({ reference: { world } }) => [
  ["listShardedSnapshots", { path: { clusterName: world.backup.shardedClusterName } }],
];
const takesSnapshot = (json: object): Probe => [["takeSnapshot", { json }]];
const expiresOwn = (json: object): Probe =>
  onOwn(["takeSnapshot", { json: {} }], "snapshotId", ["changeSnapshotExpiration", { json }]);

const schedules: readonly Omit<Fault, "layer">[] = [
  {
    id: "SN-01",
    text: "nextSnapshot of a schedule is a number.",
    violates: ["SCH-FIELDS"],
    change: decides(({ showSchedule }) => ({
      showSchedule: (schedule) => ({ ...showSchedule(schedule), nextSnapshot: 5 }),
    })),
    probe: [["getBackupSchedule"]],
  },
  {
    id: "SN-02",
    text: "An update of a schedule may carry several policies.",
    violates: ["SCH-POLICIES-MAX"],
    change: overlooks(UPDATE, ({ keyword }) => keyword === "maxItems"),
    probe: changesSchedule({ policies: [{}, {}] }),
  },
  {
    id: "SN-03",
    text: "Any restore window of a schedule is taken.",
    violates: ["SCH-RESTOREWINDOW"],
    change: overlooks(UPDATE, within("restoreWindowDays")),
    probe: changesSchedule({ restoreWindowDays: 0 }),
  },
  {
    id: "SN-04",
    text: "The hour and the minute of a schedule may be anything.",
    violates: ["SCH-HOUR"],
    change: overlooks(UPDATE, within("referenceHourOfDay", "referenceMinuteOfHour")),
    probe: changesSchedule({ referenceHourOfDay: "x" }),
  },
  {
    id: "SN-05",
    text: "Members of a schedule that have another type than they should are left out.",
    violates: ["SCH-TYPES-REJECT"],
    change: overlooks(UPDATE, within("autoExportEnabled", "copySettings", "export", "extraRetentionSettings")),
    probe: changesSchedule({ copySettings: {} }),
  },
  {
    id: "SN-06",
    text: "deleteCopiedBackups may be anything.",
    violates: ["SCH-DELETECOPIED"],
    change: overlooks(UPDATE, within("deleteCopiedBackups")),
    probe: changesSchedule({ deleteCopiedBackups: {} }),
  },
  {
    id: "SN-07",
    text: "A change of retention never reaches snapshots that exist already.",
    violates: ["SCH-UPDATESNAPSHOTS"],
    change: decides(() => ({ reachesSnapshots: () => false })),
    probe: [
      ["updateBackupSchedule", { json: { policies: [{ policyItems: [HOURLY] }], updateSnapshots: true } }],
      ["listSnapshots"],
    ],
  },
  {
    id: "SN-08",
    text: "Items of a policy have numbers as ids.",
    violates: ["SCH-POLICYITEM"],
    change: decides(({ showSchedule }) => ({
      showSchedule: (schedule) => ({ ...showSchedule(schedule), policies: mapItems(schedule, { id: 5 }) }),
    })),
    probe: [["getBackupSchedule"]],
  },
  {
    id: "SN-09",
    text: "A schedule names another cluster than the one of the path.",
    violates: ["SCH-CLUSTERNAME"],
    change: decides(({ showSchedule }) => ({
      showSchedule: (schedule) => ({ ...showSchedule(schedule), clusterName: "another" }),
    })),
    probe: [["getBackupSchedule"]],
  },
  {
    id: "SN-10",
    text: "An update of a schedule that carries no copySettings clears them.",
    violates: ["SCH-PARTIAL"],
    change: decides(({ patched }) => ({
      patched: (settings, asked) => ({ ...patched(settings, asked), copySettings: asked["copySettings"] ?? [] }),
    })),
    probe: changesSchedule({ referenceHourOfDay: 5 }),
  },
  {
    id: "SN-13",
    text: "An update of a schedule that changes the hour sets the minute to 0.",
    violates: ["SCH-PARTIAL"],
    change: decides(({ patched }) => ({
      patched: (settings, asked) =>
        patched(settings, "referenceHourOfDay" in asked ? { referenceMinuteOfHour: 0, ...asked } : asked),
    })),
    probe: [
      ["updateBackupSchedule", { json: { referenceMinuteOfHour: 30 } }],
      ["updateBackupSchedule", { json: { referenceHourOfDay: 5 } }],
    ],
  },
  {
    id: "SN-11",
    text: "A deleted schedule is still there.",
    violates: ["SCH-DELETE"],
    change: decides(() => ({ deletesSchedule: () => false })),
    probe: [["deleteBackupSchedules"], ["getBackupSchedule"]],
  },
  {
    id: "SN-60",
    text: "Items of the policy of a schedule leave out what has another type than it should.",
    violates: ["SCH-TYPES-REJECT"],
    change: overlooks(
      UPDATE,
      ({ pointer, keyword }) => /^\/policies\/\d+\/policyItems\/./.test(pointer) && keyword === "type",
    ),
    probe: changesSchedule({ policies: [{ policyItems: [{ ...DAILY, retentionValue: "x" }] }] }),
  },
  {
    id: "SN-61",
    text: "Whole numbers of a schedule and of a retention may be longer than 32 bits.",
    violates: ["SCH-RESTOREWINDOW", "SCH-HOUR", "SNP-RETENTION"],
    change: overlooks([...UPDATE, ...TAKE], ({ keyword }) => keyword === "format"),
    probe: changesSchedule({ referenceHourOfDay: 2_147_483_648 }),
  },
  {
    id: "SN-62",
    text: "An update of a schedule may carry several policies, unless they are the same.",
    violates: ["SCH-POLICIES-MAX"],
    change: ({ objections }) => ({
      objections: (found, sight) => {
        const policies = new Set(listMember(fieldsOf(sight.body), "policies").map((policy) => JSON.stringify(policy)));
        return objections(found, sight).filter(
          ({ keyword }) =>
            !UPDATE.some((id) => id === sight.operation.id) || keyword !== "maxItems" || policies.size < 2,
        );
      },
    }),
    probe: changesSchedule({ policies: [{ policyItems: [DAILY] }, { policyItems: [] }] }),
  },
  {
    id: "SN-12",
    text: "Rarer backups may be kept shorter than more frequent ones.",
    violates: ["SNP-RETENTION-ORDER"],
    change: decides(() => ({ keepsOrder: () => true })),
    probe: changesSchedule({ policies: [{ policyItems: [DAILY, WEEKLY] }] }),
  },
  {
    id: "SN-70",
    text: "Weekly backups have to be kept longer than daily ones, and not just as long.",
    violates: ["SNP-RETENTION-ORDER"],
    change: decides(({ keepsOrder }) => ({
      keepsOrder: (items) => {
        const kept = (frequency: string) =>
          items
            .filter(({ frequencyType }) => frequencyType === frequency)
            .map(({ retentionValue, retentionUnit }) => daysOf(retentionValue, retentionUnit));
        return keepsOrder(items) && !kept("weekly").some((days) => kept("daily").includes(days));
      },
    })),
    probe: schedulesItems({ ...DAILY, retentionValue: 7 }, WEEKLY),
  },
  {
    id: "SN-72",
    text: "Items of a policy show an id that a request has stated, though it is a number.",
    violates: ["SCH-POLICYITEM"],
    change: ({ backup, objections }) => {
      let stated: unknown;
      return {
        objections: (found, sight) => {
          const [policy] = listMember(fieldsOf(sight.body), "policies");
          if (UPDATE.some((id) => id === sight.operation.id))
            stated = listMember(fieldsOf(policy), "policyItems").find(({ id }) => typeof id === "number")?.["id"];
          return objections(found, sight);
        },
        backup: {
          ...backup,
          showSchedule: (schedule) => ({
            ...backup.showSchedule(schedule),
            ...(stated !== undefined && { policies: mapItems(schedule, { id: stated }) }),
          }),
        },
      };
    },
    probe: schedulesItems({ ...DAILY, retentionValue: 7, id: 5 }),
  },
  {
    id: "SN-71",
    text: "Items of a policy that have one frequency have one id.",
    violates: ["SCH-POLICYITEM"],
    change: decides(({ showSchedule }) => ({
      showSchedule: (schedule) => ({
        ...showSchedule(schedule),
        ...(schedule["policies"] !== undefined && { policies: listMember(schedule, "policies").map(withSharedIds) }),
      }),
    })),
    probe: schedulesItems(WEEKLY, { ...WEEKLY, frequencyInterval: 1 }),
  },
];

const snapshots: readonly Omit<Fault, "layer">[] = [
  {
    id: "SN-20",
    text: "engineDaemonVersion of a snapshot is a number.",
    violates: ["SNP-FIELDS"],
    change: decides(({ showSnapshot }) => ({
      showSnapshot: (snapshot) => ({ ...showSnapshot(snapshot), engineDaemonVersion: 8 }),
    })),
    probe: [["getSnapshot"]],
  },
  {
    id: "SN-21",
    text: "engineDaemonVersion of a sharded cluster's snapshot is a number.",
    violates: ["SNP-SHARDED-FIELDS"],
    change: decides(({ showSharded }) => ({
      showSharded: (snapshot) => ({ ...showSharded(snapshot), engineDaemonVersion: 8 }),
    })),
    probe: listsSharded,
  },
  {
    id: "SN-22",
    text: "The list of a sharded cluster's snapshots has an object in results.",
    violates: ["PAGE-SHARDED-LIST", "ENV-LIST-CONTENT"],
    change: decides(() => ({ showShardedList: (results) => ({ results: { ...results } }) })),
    probe: listsSharded,
  },
  {
    id: "SN-23",
    text: "A snapshot may be kept for any number of days.",
    violates: ["SNP-RETENTION"],
    change: overlooks(TAKE, within("retentionInDays")),
    probe: takesSnapshot({ retentionInDays: 0 }),
  },
  {
    id: "SN-24",
    text: "The description of a snapshot may be anything.",
    violates: ["SNP-DESCRIPTION"],
    change: overlooks(TAKE, within("description")),
    probe: takesSnapshot({ description: 5 }),
  },
  {
    id: "SN-25",
    text: "Snapshots that were taken on demand are not listed.",
    violates: ["SNP-TAKE", "SNP-KEPT"],
    change: decides(({ lists }) => ({ lists: (snapshot) => lists(snapshot) && !snapshot.onDemand })),
    probe: [
      ["takeSnapshot", { json: {} }],
      ["listSnapshots", { query: "itemsPerPage=500" }],
    ],
  },
  {
    id: "SN-26",
    text: "Any number of snapshots can be taken at a time.",
    violates: ["SNP-ONE-AT-A-TIME"],
    change: decides(() => ({ blocks: () => false })),
    probe: [
      ["takeSnapshot", { json: {} }],
      ["takeSnapshot", { json: {} }],
    ],
  },
  {
    id: "SN-27",
    text: "A deleted snapshot is still there.",
    violates: ["SNP-DELETE"],
    change: decides(() => ({ removesSnapshot: () => false })),
    probe: onOwn(["takeSnapshot", { json: {} }], "snapshotId", ["deleteSnapshot"], ["getSnapshot"]),
  },
  {
    id: "SN-28",
    text: "Expirations of a snapshot are not checked: those that cannot be change nothing.",
    violates: ["SNP-EXPIRY-REQUIRED"],
    change: overlooks(["changeSnapshotExpiration"], () => true),
    probe: expiresOwn({ retentionUnit: "HOURS", retentionValue: 5 }),
  },
  {
    id: "SN-32",
    text: "An expiration in years is refused.",
    violates: ["SNP-EXPIRY-REQUIRED"],
    change: ({ objections }) => ({
      objections: (found, sight) =>
        fieldsOf(sight.body)["retentionUnit"] === "YEARS"
          ? [{ pointer: "/retentionUnit", keyword: "enum", expected: "a shorter unit", received: "YEARS" }]
          : objections(found, sight),
    }),
    probe: expiresOwn({ retentionUnit: "YEARS", retentionValue: 5 }),
  },
  {
    id: "SN-29",
    text: "Changing the expiration of a snapshot changes nothing.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: decides(({ expiry }) => ({
      expiry: (snapshot, days, now) => (snapshot.onDemand ? snapshot.expires : expiry(snapshot, days, now)),
    })),
    probe: expiresOwn({ retentionUnit: "YEARS", retentionValue: 5 }),
  },
  {
    id: "SN-31",
    text: "Changing the expiration of a snapshot makes it as new as the change.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: decides(({ withExpiry }) => ({
      withExpiry: (snapshot, expires) => ({ ...withExpiry(snapshot, expires), created: snapshot.created + 60_000 }),
    })),
    probe: expiresOwn({ retentionUnit: "DAYS", retentionValue: 5 }),
  },
  {
    id: "SN-30",
    text: "A deleted snapshot of a sharded cluster is still there.",
    violates: ["SNP-SHARDED-DELETE"],
    change: decides(({ removesSnapshot }) => ({
      removesSnapshot: (snapshot) => snapshot.kind !== "shardedCluster" && removesSnapshot(snapshot),
    })),
    probe: async ({ reference: { world }, ask }) => {
      const path = { clusterName: world.backup.shardedClusterName };
      const [taken] = await ask(["takeSnapshot", { json: {}, path }]);
      const own = { path: { ...path, snapshotId: String(fieldsOf(taken?.json)["id"]) } };
      return ask(["deleteShardedSnapshot", own], ["getShardedSnapshot", own]);
    },
  },
  {
    id: "SN-33",
    text: "The list of a cluster shows the snapshots of all clusters of its project.",
    violates: ["SNP-LIST-OWN"],
    change: decides(() => ({ listsOf: () => undefined })),
    probe: [["listSnapshots", { query: "itemsPerPage=500" }]],
  },
  {
    id: "SN-34",
    text: "A snapshot is changed and deleted under every cluster of its project.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: decides(() => ({ changesOf: () => undefined })),
    probe: ({ reference: { world } }) => [
      ["deleteSnapshot", { path: { clusterName: world.backup.shardedClusterName } }],
    ],
  },
];

export const snapshotFaults = layer("snapshots", [...schedules, ...snapshots]);
