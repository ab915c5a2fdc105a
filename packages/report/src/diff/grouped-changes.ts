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
  /** What changed, as the first of them says it. */
  readonly first: Told;
  /** All of them, in the order of the comparison. */
  readonly changes: readonly Told[];
  /** Where nothing changed but the words of errors: which, by status. */
  readonly words?: readonly ErrorWords[];
}

/**
 * Changes by what changed, those of most checks first. Where only the words of errors are others, that is one change, of
 * whatever check: two servers that name their errors in their own ways would fill pages. All others are one where both
 * sides say the same but for what differs from operation to operation, such as an id or a count.
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

/** How often a rule was broken, where else, and by answers of which status: it is the same change. */
const withoutCounts = (text: string): string =>
  text
    .replace(/ \((?:\d+ of \d+ answers|the same check also fails for: [^)]*)\)/gu, "")
    .replace(/(?<=expected .*)\b[1-5]\d\d\b(?=.*; received )/gsu, "<status>");
