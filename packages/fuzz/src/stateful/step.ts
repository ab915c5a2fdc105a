/**
 * One step of a scenario over records of one kind. `of` is relative: 0 is the newest record of the scenario, and the
 * count wraps around, so that a step keeps its meaning when others are removed.
 */
export type Step =
  | { readonly do: "create"; readonly variant: number }
  | { readonly do: "read"; readonly of: number }
  | { readonly do: "update"; readonly of: number; readonly variant: number }
  /** An update that violates the contract and must change nothing. */
  | { readonly do: "refused"; readonly of: number }
  | { readonly do: "toggle"; readonly of: number; readonly on: boolean }
  | { readonly do: "remove"; readonly of: number };

/** The largest `of`: few records, so that steps work on the same ones. */
export const FARTHEST = 1;

/** The last variant of a body; the first is 0. */
export const LAST_VARIANT = 3;

/** The members of a record that reflect what was sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** The required answer: a refusal, or acceptance, with these fields if the record is shown. */
export type Answer = { readonly taken: false } | { readonly taken: true; readonly fields?: Fields };

/** Whether an answer is the expected one; fields that are not expected are ignored. */
export const sameAnswer = (expected: Answer, given: Answer): boolean =>
  expected.taken === given.taken &&
  (!expected.taken || !given.taken || differs(expected.fields, given.fields) === undefined);

/** The first field with a wrong value; unexpected fields may have any value. */
export function differs(expected: Fields | undefined, given: Fields | undefined): string | undefined {
  if (expected === undefined || given === undefined) return undefined;
  return Object.keys(expected).find((name) => JSON.stringify(expected[name]) !== JSON.stringify(given[name]));
}
