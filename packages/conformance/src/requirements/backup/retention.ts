import { type Fields, fieldsOf, member } from "../../ground/json.ts";

const DAY = 86_400_000;
/** The fewest and the most days of each unit of retention: the description does not define the length of a month. */
const DAYS: Readonly<Record<string, readonly [number, number]>> = {
  days: [1, 1],
  weeks: [7, 7],
  months: [28, 31],
  years: [365, 366],
};
/** The frequencies, most frequent first. */
const FREQUENCIES = ["hourly", "daily", "weekly", "monthly", "yearly"];

/** The most days by which a server may round an expiry, for example to the full hour or to midnight. */
const ROUNDED = 1;

/** A snapshot that the schedule took; times in milliseconds since the epoch. */
export interface Kept {
  readonly id: string;
  readonly frequency: string;
  readonly created: number;
  readonly expires: number;
}

/**
 * The items of a schedule with longer retentions. Each is longer than that of any snapshot of its frequency, so that
 * none expires sooner, and no rarer item has a shorter one than a more frequent item. `undefined` if an item has no
 * readable retention. Pure.
 */
export function keepingAll(items: readonly unknown[], snapshots: readonly Kept[]): readonly Fields[] | undefined {
  const ranked = items
    .map((item, at) => ({ item: fieldsOf(item), at, rank: FREQUENCIES.indexOf(frequencyOf(item)) }))
    .sort((one, other) => one.rank - other.rank || one.at - other.at);
  let least = 0;
  const longer: { readonly at: number; readonly item: Fields }[] = [];
  for (const { item, at } of ranked) {
    const days = DAYS[String(item["retentionUnit"])];
    const value = item["retentionValue"];
    if (days === undefined || typeof value !== "number") return undefined;
    const kept = snapshots.filter(({ frequency }) => frequency === frequencyOf(item));
    const longest = Math.max(0, ...kept.map(({ created, expires }) => (expires - created) / DAY));
    // Two more days, so that an expiry that did not move cannot look like the rounded new one.
    const needed = Math.ceil((longest + 2 * ROUNDED) / days[0]);
    const retentionValue = Math.max(value + 1, needed, Math.ceil(least / days[0]));
    least = retentionValue * days[1];
    longer.push({ at, item: { ...item, retentionValue } });
  }
  return longer.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

/**
 * Whether an expiry follows from the retention of an item. The description does not say when the retention begins, so
 * it may begin at the snapshot or at the request that changed the retention. Pure.
 * @param asked when that request was sent and answered, in milliseconds since the epoch
 */
export function follows(
  expires: number,
  created: number,
  asked: { readonly from: number; readonly to: number },
  item: unknown,
): boolean {
  const days = DAYS[String(member(item, "retentionUnit"))];
  const value = member(item, "retentionValue");
  if (days === undefined || typeof value !== "number") return true;
  const [least, most] = [(days[0] * value - ROUNDED) * DAY, (days[1] * value + ROUNDED) * DAY];
  return [
    [created, created],
    [asked.from, asked.to],
  ].some(([from = 0, to = 0]) => expires >= from + least && expires <= to + most);
}

const frequencyOf = (item: unknown): string => String(member(item, "frequencyType"));
