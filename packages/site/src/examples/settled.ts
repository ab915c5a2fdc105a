import type { Examples } from "./example.ts";
import { lastingOf } from "./lasting.ts";

/** Examples anew, but those as they were that say the same apart from ids and moments: only what changed is a change. */
export function settled(before: Examples, found: Examples): Examples {
  return Object.fromEntries(
    Object.entries(found).map(([id, example]) => {
      const former = before[id];
      return [id, former !== undefined && lastingOf(former) === lastingOf(example) ? former : example];
    }),
  );
}
