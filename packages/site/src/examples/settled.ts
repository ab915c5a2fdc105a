import type { Examples } from "./example.ts";
import { lastingOf } from "./lasting.ts";

/**
 * New examples, except that those which differ only in ids and moments keep their old form, so that diffs show only
 * real changes.
 */
export function settled(before: Examples, found: Examples): Examples {
  return Object.fromEntries(
    Object.entries(found).map(([id, example]) => {
      const former = before[id];
      return [id, former !== undefined && lastingOf(former) === lastingOf(example) ? former : example];
    }),
  );
}
