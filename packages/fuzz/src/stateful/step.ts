/**
 * One step of a scenario over records of one kind. `of` is symbolic: the so manieth newest record of the
 * scenario, counted around, so that a step keeps its meaning when others are left out.
 */
export type Step =
  | { readonly do: "create"; readonly variant: number }
  | { readonly do: "read"; readonly of: number }
  | { readonly do: "update"; readonly of: number; readonly variant: number }
  /** An update that breaks the contract, and must change nothing. */
  | { readonly do: "refused"; readonly of: number }
  | { readonly do: "toggle"; readonly of: number; readonly on: boolean }
  | { readonly do: "remove"; readonly of: number };

/** Few records, so that steps meet; and the variants of a body that a kind has. */
export const FARTHEST = 1;

/** The last variant of a body; the first is 0. */
export const LAST_VARIANT = 3;

/** What a record shows of what was sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a server must answer: a refusal, or the record with these fields. */
export type Answer = { readonly taken: false } | { readonly taken: true; readonly fields?: Fields };

/** Whether an answer is the expected one, as far as anything was expected. */
export const sameAnswer = (expected: Answer, given: Answer): boolean =>
  expected.taken === given.taken &&
  (!expected.taken || !given.taken || differs(expected.fields, given.fields) === undefined);

/** The first field that is not as it should be; fields that nobody asked about may be anything. */
export function differs(expected: Fields | undefined, given: Fields | undefined): string | undefined {
  if (expected === undefined || given === undefined) return undefined;
  return Object.keys(expected).find((name) => JSON.stringify(expected[name]) !== JSON.stringify(given[name]));
}
