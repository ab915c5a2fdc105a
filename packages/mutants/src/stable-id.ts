import { createHash } from "node:crypto";

/** Everything that an id depends on: the change and its place. */
export interface Change {
  /** Package and file, such as `reference/http/body.ts`. */
  readonly place: string;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
}

/**
 * Ids of changes, in their order in the files. Equal changes in one file are distinguished only by their order, so ids
 * do not depend on lines and columns.
 */
export function stableIds(changes: readonly Change[]): readonly string[] {
  const seen = new Map<string, number>();
  return changes.map(({ place, operator, original, replacement }) => {
    const change = JSON.stringify([operator, original, replacement]);
    const key = `${place} ${change}`;
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const hash = createHash("sha256").update(`${occurrence} ${change}`).digest("hex");
    return `${place}#${hash.slice(0, 10)}`;
  });
}
