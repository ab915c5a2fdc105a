import { createHash } from "node:crypto";

/** What is changed into what, and where: all that an id is made of. */
export interface Change {
  /** Package and file, such as `reference/http/body.ts`. */
  readonly place: string;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
}

/**
 * Ids of changes, in the order in which they stand in their files. Of equal changes to one file the first, the second and
 * so on are told apart by that alone, so lines and columns may shift without an id becoming another.
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
