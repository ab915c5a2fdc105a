import { isContainer } from "../ground/json.ts";

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

/** A JSON value with the same members, in which what moves by itself shows no value. */
export function withoutMoving(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMoving);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, MOVING.has(name) ? 0 : withoutMoving(inner)] as const),
  );
}
