import fc from "fast-check";
import type { FuzzedSubject } from "../cases/subjects.ts";

/** A form of a read that returns the same data. */
export interface Variation {
  readonly envelope?: boolean;
  readonly pretty?: boolean;
  readonly includeCount?: boolean;
  /** Records on a page, as a fraction of all records. */
  readonly part?: number;
  /** A filter by the member of the same name. */
  readonly filter?: { readonly name: string; readonly value: string };
}

const MAYBE = fc.option(fc.boolean(), { nil: undefined });
/** Limits the walk to four pages. */
const PARTS = [1, 1 / 2, 1 / 3, 1 / 4] as const;

/** This many variations of a read, selected by the seed. */
export function variationsOf({ operation }: FuzzedSubject, seed: number, count: number): readonly Variation[] {
  const names = new Set((operation.assumedQuery ? [] : operation.query).map(({ name }) => name));
  const { result } = operation;
  const members = result.kind === "paged" ? (result.items.properties ?? {}) : {};
  const filters = operation.query.flatMap(({ name, schema }) =>
    Object.hasOwn(members, name) ? (schema.enum ?? []).map((value) => ({ name, value: String(value) })) : [],
  );
  const when = <T>(name: string, arbitrary: fc.Arbitrary<T>): Readonly<Record<string, fc.Arbitrary<T>>> =>
    names.has(name) ? { [name]: arbitrary } : {};
  const drawn = fc.record({
    ...when("envelope", MAYBE),
    ...when("pretty", MAYBE),
    ...when("includeCount", MAYBE),
    ...(names.has("itemsPerPage") ? { part: fc.constantFrom(...PARTS) } : {}),
    ...(filters.length > 0 ? { filter: fc.option(fc.constantFrom(...filters), { nil: undefined }) } : {}),
  });
  const [first, ...others] = fc.sample(drawn, { seed, numRuns: count }) as readonly Variation[];
  if (first === undefined) return [];
  // A server may wrap a list with other code than its plain form, and lose a filter there.
  const [filter] = filters.length > 0 ? fc.sample(fc.constantFrom(...filters), { seed, numRuns: 1 }) : [];
  // Neighbouring reads have odd and even seeds, so one of the two versions of a read gets an envelope.
  if (!names.has("envelope") || (filter === undefined && seed % 2 !== 0)) return [first, ...others];
  return [{ ...first, ...(filter && { filter }), envelope: true }, ...others];
}

/** The query of a variation, without its page. */
export function queryOf({ envelope, pretty, includeCount, filter }: Variation): Readonly<Record<string, string>> {
  const flags = Object.entries({ envelope, pretty, includeCount }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(flags.map(([name, value]) => [name, String(value)])),
    ...(filter && { [filter.name]: filter.value }),
  };
}
