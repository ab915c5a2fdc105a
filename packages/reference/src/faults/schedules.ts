import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { daysOf } from "../rules/retention.ts";
import { decides } from "./backup-decisions.ts";
import { DAILY, HOURLY, WEEKLY } from "./bodies.ts";
import type { FaultRecord } from "./fault.ts";
import { overlooks, within } from "./overlooks.ts";
import type { Probe } from "./probe.ts";

const UPDATE = ["updateBackupSchedule"] as const;

/** The items, each with the id of the first item of its frequency. */
const withSharedIds = (policy: Fields): Fields => {
  const items = listMember(policy, "policyItems");
  const first = (item: Fields): Fields | undefined =>
    items.find(({ frequencyType }) => frequencyType === item["frequencyType"]);
  return { ...policy, policyItems: items.map((item) => ({ ...item, id: first(item)?.["id"] })) };
};

/** All items of the policies of a schedule, with a change to each. */
const mapItems = (schedule: Readonly<Record<string, unknown>>, change: Readonly<Record<string, unknown>>) =>
  listMember(schedule, "policies").map((policy) => ({
    ...policy,
    policyItems: listMember(policy, "policyItems").map((item) => ({ ...item, ...change })),
  }));

const changesSchedule = (json: object): Probe => [["updateBackupSchedule", { json }], ["getBackupSchedule"]];

const schedulesItems = (...policyItems: readonly object[]): Probe => [
  ["updateBackupSchedule", { json: { policies: [{ policyItems }] } }],
];

/** Milliseconds. */
const DAY = 86_400_000;

/** Mistakes in backup schedules and their policies; they belong to the layer of snapshots. */
export const scheduleFaults: readonly FaultRecord[] = [
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
    id: "SN-39",
    text: "nextSnapshot of a schedule lies three days too early.",
    violates: ["SCH-NEXT-AHEAD"],
    change: decides(({ showSchedule }) => ({
      showSchedule: (schedule) => {
        const shown = fieldsOf(showSchedule(schedule));
        const next = Date.parse(String(shown["nextSnapshot"]));
        return Number.isNaN(next) ? shown : { ...shown, nextSnapshot: new Date(next - 3 * DAY).toISOString() };
      },
    })),
    probe: [["getBackupSchedule"]],
  },
  {
    id: "SN-02",
    text: "An update of a schedule accepts several policies.",
    violates: ["SCH-POLICIES-MAX"],
    change: overlooks(UPDATE, ({ keyword }) => keyword === "maxItems"),
    probe: changesSchedule({ policies: [{}, {}] }),
  },
  {
    id: "SN-03",
    text: "restoreWindowDays of a schedule accepts any value.",
    violates: ["SCH-RESTOREWINDOW", "GEN-MEMBER-KIND"],
    change: overlooks(UPDATE, within("restoreWindowDays")),
    probe: changesSchedule({ restoreWindowDays: 0 }),
  },
  {
    id: "SN-04",
    text: "referenceHourOfDay and referenceMinuteOfHour of a schedule accept any value.",
    violates: ["SCH-HOUR", "GEN-MEMBER-KIND"],
    change: overlooks(UPDATE, within("referenceHourOfDay", "referenceMinuteOfHour")),
    probe: changesSchedule({ referenceHourOfDay: "x" }),
  },
  {
    id: "SN-05",
    text: "An update of a schedule ignores members of a wrong type instead of refusing them.",
    violates: ["SCH-TYPES-REJECT", "GEN-MEMBER-KIND"],
    change: overlooks(UPDATE, within("autoExportEnabled", "copySettings", "export", "extraRetentionSettings")),
    probe: changesSchedule({ copySettings: {} }),
  },
  {
    id: "SN-06",
    text: "deleteCopiedBackups accepts any value.",
    violates: ["SCH-DELETECOPIED"],
    change: overlooks(UPDATE, within("deleteCopiedBackups")),
    probe: changesSchedule({ deleteCopiedBackups: {} }),
  },
  {
    id: "SN-07",
    text: "A change of retention never affects existing snapshots.",
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
    text: "A schedule names another cluster than that of the path.",
    violates: ["SCH-CLUSTERNAME"],
    change: decides(({ showSchedule }) => ({
      showSchedule: (schedule) => ({ ...showSchedule(schedule), clusterName: "another" }),
    })),
    probe: [["getBackupSchedule"]],
  },
  {
    id: "SN-10",
    text: "An update of a schedule without copySettings clears them.",
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
    id: "SN-64",
    text: "An update of a schedule that states policies resets restoreWindowDays to the value of a new schedule.",
    violates: ["SCH-PARTIAL"],
    change: decides(({ patched }) => ({
      patched: (settings, asked) => patched(settings, "policies" in asked ? { restoreWindowDays: 3, ...asked } : asked),
    })),
    probe: [
      ["updateBackupSchedule", { json: { restoreWindowDays: 4 } }],
      ["updateBackupSchedule", { json: { policies: [] } }],
    ],
  },
  {
    id: "SN-11",
    text: "Deleting a schedule does not remove it.",
    violates: ["SCH-DELETE"],
    change: decides(() => ({ deletesSchedule: () => false })),
    probe: [["deleteBackupSchedules"], ["getBackupSchedule"]],
  },
  {
    id: "SN-60",
    text: "An update of a schedule ignores members of policy items that have a wrong type.",
    violates: ["SCH-TYPES-REJECT", "GEN-MEMBER-KIND"],
    change: overlooks(
      UPDATE,
      ({ pointer, keyword }) => /^\/policies\/\d+\/policyItems\/./.test(pointer) && keyword === "type",
    ),
    probe: changesSchedule({ policies: [{ policyItems: [{ ...DAILY, retentionValue: "x" }] }] }),
  },
  {
    id: "SN-61",
    text: "Integers of a schedule and of a retention may exceed 32 bits.",
    violates: ["SCH-RESTOREWINDOW", "SCH-HOUR", "SNP-RETENTION", "GEN-MEMBER-KIND"],
    change: overlooks([...UPDATE, "takeSnapshot"], ({ keyword }) => keyword === "format"),
    probe: changesSchedule({ referenceHourOfDay: 2_147_483_648 }),
  },
  {
    id: "SN-62",
    text: "An update of a schedule accepts several policies if they differ.",
    violates: ["SCH-POLICIES-MAX"],
    change: ({ objections }) => ({
      objections: (found, sent) => {
        const policies = new Set(listMember(fieldsOf(sent.body), "policies").map((policy) => JSON.stringify(policy)));
        return objections(found, sent).filter(
          ({ keyword }) =>
            !UPDATE.some((id) => id === sent.operation.id) || keyword !== "maxItems" || policies.size < 2,
        );
      },
    }),
    probe: changesSchedule({ policies: [{ policyItems: [DAILY] }, { policyItems: [] }] }),
  },
  {
    id: "SN-12",
    text: "Less frequent backups may have a shorter retention than more frequent ones.",
    violates: ["SNP-RETENTION-ORDER"],
    change: decides(() => ({ keepsOrder: () => true })),
    probe: changesSchedule({ policies: [{ policyItems: [DAILY, WEEKLY] }] }),
  },
  {
    id: "SN-70",
    text: "Weekly backups with the same retention as daily ones are refused.",
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
    text: "Policy items show the id that a request stated, even if it is a number.",
    violates: ["SCH-POLICYITEM"],
    change: ({ backup, objections }) => {
      let stated: unknown;
      return {
        objections: (found, sent) => {
          const [policy] = listMember(fieldsOf(sent.body), "policies");
          if (UPDATE.some((id) => id === sent.operation.id))
            stated = listMember(fieldsOf(policy), "policyItems").find(({ id }) => typeof id === "number")?.["id"];
          return objections(found, sent);
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
    text: "Policy items of the same frequency have the same id.",
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
