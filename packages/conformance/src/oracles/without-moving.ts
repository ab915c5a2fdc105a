import { isObject } from "../ground/json.ts";

/**
 * Members that show progress, a current size or the time of the next event. They change by themselves, so two reads of
 * one record may show two values.
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

/** Replaces the values of moving members by 0; returns the same value if there are none. */
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
