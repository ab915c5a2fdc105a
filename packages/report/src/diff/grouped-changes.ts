import { normalised } from "../causes/normalised.ts";
import { type ErrorWords, errorWords, withoutErrorWords } from "./error-words.ts";

/** A change of one check, as renderers show it. */
export interface Change {
  readonly check: string;
  readonly before?: string;
  readonly after: string;
}

/** Checks that changed in the same way. */
export interface ChangeGroup<Told extends Change = Change> {
  /** The first of the changes, as the example. */
  readonly first: Told;
  /** All changes of the group, in the order of the comparison. */
  readonly changes: readonly Told[];
  /** The differing error codes by status, if nothing else changed. */
  readonly words?: readonly ErrorWords[];
}

/**
 * Groups changes, the group with most checks first. Changes that differ only in error codes form one group across all
 * checks, because two servers with their own error codes would fill pages. All other changes form a group when both
 * sides agree after ids, counts and similar details are removed.
 */
export function groupedChanges<Told extends Change>(changes: readonly Told[]): readonly ChangeGroup<Told>[] {
  const groups = new Map<string, Told[]>();
  for (const change of changes) {
    const key = keyOf(change);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups]
    .flatMap(([key, own]): readonly ChangeGroup<Told>[] => {
      const [first] = own;
      if (first === undefined) return [];
      return [{ first, changes: own, ...(key === WORDS && own.length > 1 && { words: errorWords(own) }) }];
    })
    .toSorted((one, other) => other.changes.length - one.changes.length);
}

const WORDS = "words of errors";

function keyOf({ check, before, after }: Change): string {
  if (before !== undefined && withoutErrorWords(before) === withoutErrorWords(after)) return WORDS;
  const [, operation, version] = /@([^/]+)(?:\/(.+))?$/u.exec(check) ?? [];
  const about = { check, requirement: "", evidence: [], outcome: "pass" } as const;
  const place = { ...about, ...(operation !== undefined && { operation }), ...(version !== undefined && { version }) };
  return JSON.stringify([before ?? "", after].map((text) => normalised(withoutCounts(text), place)));
}

/** Drops counts, other places and statuses of a rule about all answers: they do not make a different change. */
const withoutCounts = (text: string): string =>
  text
    .replace(/ \((?:\d+ of \d+ answers|the same check also fails for: [^)]*)\)/gu, "")
    .replace(/(?<=expected .*)\b[1-5]\d\d\b(?=.*; received )/gsu, "<status>");
