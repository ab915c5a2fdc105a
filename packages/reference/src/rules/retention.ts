import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "./members.ts";

const DAY = 24 * 60 * 60 * 1000;
/** The last moment that an answer can show. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");
const DAYS_OF: Readonly<Record<string, number>> = { days: 1, weeks: 7, months: 30, years: 365 };
/** From the most frequent to the rarest. */
const FREQUENCIES = ["hourly", "daily", "weekly", "monthly", "yearly"];

/** Days that a value and a unit, in letters of either size, stand for; `undefined` where they stand for none. */
export function daysOf(value: unknown, unit: unknown): number | undefined {
  const days = typeof unit === "string" ? DAYS_OF[unit.toLowerCase()] : undefined;
  return days === undefined || typeof value !== "number" ? undefined : value * days;
}

/** When something that is kept so long is removed: never within a day of the change that says so. */
export function expiryOf(created: number, days: number, now: number): number {
  return Math.min(Math.max(created + days * DAY, now + DAY), LAST);
}

/** The rank of a policy item, the most frequent first, and how long its backups are kept. */
function rankOf(item: Fields): { readonly rank: number; readonly days: number } | undefined {
  const rank = FREQUENCIES.indexOf(textMember(item, "frequencyType") ?? "");
  const days = daysOf(item["retentionValue"], item["retentionUnit"]);
  return rank < 0 || days === undefined ? undefined : { rank, days };
}

/** Whether no backup is kept shorter than those of a more frequent item (description, operation 51). */
export function keepsOrder(items: readonly Fields[]): boolean {
  const ranks = items.flatMap((item) => rankOf(item) ?? []);
  return ranks.every((one) => ranks.every((other) => one.rank <= other.rank || one.days >= other.days));
}

/** Whether a restore window is covered by what hourly backups are kept, as far as a policy has any. */
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
