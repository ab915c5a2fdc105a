import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "./members.ts";

const DAY = 24 * 60 * 60 * 1000;
/** The latest time that an answer can show. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");
const DAYS_OF: Readonly<Record<string, number>> = { days: 1, weeks: 7, months: 30, years: 365 };
/** From the most to the least frequent. */
const FREQUENCIES = ["hourly", "daily", "weekly", "monthly", "yearly"];

/** The days of a value and a unit, in upper or lower case; `undefined` if they are not a duration. */
export function daysOf(value: unknown, unit: unknown): number | undefined {
  const days = typeof unit === "string" ? DAYS_OF[unit.toLowerCase()] : undefined;
  return days === undefined || typeof value !== "number" ? undefined : value * days;
}

/** When a record with this retention expires: never within a day of the change that sets it. */
export function expiryOf(created: number, days: number, now: number): number {
  return Math.min(Math.max(created + days * DAY, now + DAY), LAST);
}

/** The rank of a policy item, the most frequent first, and the retention of its backups. */
function rankOf(item: Fields): { readonly rank: number; readonly days: number } | undefined {
  const rank = FREQUENCIES.indexOf(textMember(item, "frequencyType") ?? "");
  const days = daysOf(item["retentionValue"], item["retentionUnit"]);
  return rank < 0 || days === undefined ? undefined : { rank, days };
}

/** Whether no backup has a shorter retention than those of a more frequent item (description, operation 51). */
export function keepsOrder(items: readonly Fields[]): boolean {
  const ranks = items.flatMap((item) => rankOf(item) ?? []);
  return ranks.every((one) => ranks.every((other) => one.rank <= other.rank || one.days >= other.days));
}

/** Whether the retention of hourly backups covers the restore window, if a policy has hourly backups. */
export function windowFits(policy: Fields): boolean {
  const window = policy["restoreWindowDays"];
  const hourly = listMember(policy, "scheduledPolicyItems").filter(
    (item) => textMember(item, "frequencyType") === "hourly",
  );
  const kept = hourly.flatMap((item) => daysOf(item["retentionValue"], item["retentionUnit"]) ?? []);
  return typeof window !== "number" || kept.every((days) => window <= days);
}

/** The items of the only policy of a schedule. */
export const itemsOf = (settings: Fields): readonly Fields[] =>
  listMember(fieldsOf(listMember(settings, "policies")[0]), "policyItems");
