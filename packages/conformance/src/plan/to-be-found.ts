import { OWN_FIXTURES } from "../target/fixtures-for.ts";
import type { Check } from "./check.ts";
import { needsOf } from "./obstacle.ts";

/** What a run must still find for a check: fixtures, and lists with enough records. Pure. */
export function neededOf({ requirement, subject, obstacle }: Check, toBeFound: ReadonlySet<string>): readonly string[] {
  if (obstacle !== undefined) return [];
  const names = needsOf(requirement, subject).flatMap((need) => {
    if (need.kind === "records") return [need.operation];
    if (need.kind !== "fixture") return [];
    return [(subject && OWN_FIXTURES[subject.operation.id]?.[need.name]) ?? need.name];
  });
  return [...new Set(names)].filter((name) => toBeFound.has(name));
}
