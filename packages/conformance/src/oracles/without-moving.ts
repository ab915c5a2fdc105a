import { isObject } from "../ground/json.ts";

/**
 * Members that tell how far something is, how large it is by now or when something happens next: they move by
 * themselves, so two reads of one record may show two values.
 */
const MOVING: ReadonlySet<string> = new Set([
  "alertCount",
  "dataSizeBytes",
  "dbSizeBytes",
  "exportedCollections",
  "lagTimeSeconds",
  "lastNotified",
  "nextSnapshot",
  "oplogSizeMB",
  "shardsSize",
  "storageSizeBytes",
  "totalCollections",
]);

/** A JSON value with the same members, in which what moves by itself shows no value; the same value where nothing moves. */
export function withoutMoving(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const still = items.map(withoutMoving);
    return still.every((item, at) => item === items[at]) ? value : still;
  }
  if (!isObject(value)) return value;
  const still = new Map<string, unknown>();
  for (const name of Object.keys(value)) {
    const inner = MOVING.has(name) ? 0 : withoutMoving(value[name]);
    if (inner !== value[name]) still.set(name, inner);
  }
  return still.size === 0 ? value : { ...value, ...Object.fromEntries(still) };
}
