import { createHash } from "node:crypto";
import type { StoredSchedule } from "../records/backup-schedule.ts";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "./members.ts";
import { daysOf, itemsOf } from "./retention.ts";

const DAY = 24 * 60 * 60 * 1000;
const HOUR = DAY / 24;

const ITEMS: readonly Fields[] = [
  { frequencyType: "hourly", frequencyInterval: 6, retentionUnit: "days", retentionValue: 30 },
  { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 30 },
  { frequencyType: "weekly", frequencyInterval: 6, retentionUnit: "weeks", retentionValue: 8 },
  { frequencyType: "monthly", frequencyInterval: 40, retentionUnit: "months", retentionValue: 12 },
];

/** An id derived from another id and a name, so it is always the same. */
export const idFrom = (id: string, name: string): string =>
  createHash("sha256").update(`${id}:${name}`).digest("hex").slice(0, 24);

/** The schedule of a cluster before any update. */
export function firstSchedule(clusterId: string, groupId: string, created: number): StoredSchedule {
  const policyItems = ITEMS.map((item) => ({ ...item, id: idFrom(clusterId, String(item["frequencyType"])) }));
  return {
    id: clusterId,
    groupId,
    created,
    settings: {
      autoExportEnabled: false,
      copySettings: [],
      extraRetentionSettings: [],
      policies: [{ id: idFrom(clusterId, "policy"), policyItems }],
      referenceHourOfDay: 3,
      referenceMinuteOfHour: 30,
      restoreWindowDays: 3,
      useOrgAndGroupNamesInExportPrefix: false,
    },
  };
}

/** Policies in the stored form: each item has an id, which the schedule supplies if the request has none. */
export function policiesWithIds(clusterId: string, policies: readonly Fields[], before: Fields): readonly Fields[] {
  const known = textMember(fieldsOf(listMember(before, "policies")[0]), "id") ?? idFrom(clusterId, "policy");
  return policies.map((policy) => ({
    id: textMember(policy, "id") ?? known,
    policyItems: withOwnIds(clusterId, listMember(policy, "policyItems")),
  }));
}

/** Gives each item an id. An item without one gets an id that no other has. */
function withOwnIds(clusterId: string, items: readonly Fields[]): readonly Fields[] {
  const taken = new Set(items.map((item) => textMember(item, "id")));
  return items.map((item) => {
    const stated = textMember(item, "id");
    if (stated !== undefined) return { ...item, id: stated };
    const frequency = textMember(item, "frequencyType") ?? "";
    for (let count = 0; ; count += 1) {
      const id = idFrom(clusterId, `${frequency}${count || ""}`);
      if (taken.has(id)) continue;
      taken.add(id);
      return { ...item, id };
    }
  });
}

/** The schedule after a policy of the project was applied: no retention is shorter than the policy's. */
export function complying(settings: Fields, policy: Fields, clusterId: string): Fields {
  const own = itemsOf(settings);
  const wanted = listMember(policy, "scheduledPolicyItems");
  const sameKind = (one: Fields, other: Fields) => one["frequencyType"] === other["frequencyType"];
  const kept = own.map((item) => {
    const stated = wanted.find((one) => sameKind(one, item));
    if (stated === undefined || !isShorter(item, stated)) return item;
    return { ...item, retentionUnit: stated["retentionUnit"], retentionValue: stated["retentionValue"] };
  });
  const added = wanted.filter((one) => !own.some((item) => sameKind(one, item)));
  const window = Math.max(numberOf(settings["restoreWindowDays"]), numberOf(policy["restoreWindowDays"]));
  const items = [...kept, ...added.map(({ id: _id, ...item }) => item)];
  const before = listMember(settings, "policies");
  return {
    ...settings,
    ...(window > 0 && { restoreWindowDays: window }),
    ...(items.length > 0 && {
      policies: policiesWithIds(clusterId, [{ ...before[0], policyItems: items }], settings),
    }),
  };
}

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

function isShorter(item: Fields, stated: Fields): boolean {
  const days = daysOf(item["retentionValue"], item["retentionUnit"]);
  const least = daysOf(stated["retentionValue"], stated["retentionUnit"]);
  return days !== undefined && least !== undefined && days < least;
}

/** The time of the next snapshot of the schedule. */
export function nextSnapshot({ referenceHourOfDay, referenceMinuteOfHour }: Fields, now: number): number {
  const offset = ((numberOf(referenceHourOfDay) % 24) + (numberOf(referenceMinuteOfHour) % 60) / 60) * HOUR;
  const today = Math.floor(now / DAY) * DAY + offset;
  return today + Math.ceil((now + 1 - today) / (6 * HOUR)) * 6 * HOUR;
}
