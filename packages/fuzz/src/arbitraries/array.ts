import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { keeps } from "./accepts.ts";
import type { Build } from "./build.ts";
import { valuesOf } from "./intersection.ts";
import { isOverarching, type Keywords } from "./keywords.ts";
import { canonical } from "./same-json.ts";
import { nothing, type Scope } from "./scope.ts";

/** Items above the minimum if the schema has no maximum: enough to distinguish one, two and several. */
const SOME = 3;
/** Attempts for each item that must differ from all earlier ones. */
const TRIED = 50;

/** Lists with a length from `minItems` to `maxItems`, with a bias to both ends. */
export function arrayArbitrary(
  schema: Keywords,
  pointer: string,
  build: Build,
  scope: Scope,
): fc.Arbitrary<unknown> | undefined {
  if (schema.prefixItems) return tuple(schema, schema.prefixItems, pointer, build, scope);
  const least = schema.minItems ?? 0;
  const most = schema.maxItems ?? least + SOME;
  const items =
    schema.items === undefined ? fc.jsonValue({ maxDepth: 0 }) : build(schema.items, `${pointer}/items`, scope);
  if (items === undefined) return least === 0 ? fc.constant([]) : nothing(scope, "items", pointer);
  if (schema.uniqueItems) return different(schema, items, least, most, pointer, scope);
  const ofLength = (minLength: number, maxLength: number) => fc.array(items, { minLength, maxLength, size: "max" });
  return fc.oneof(
    { weight: 4, arbitrary: ofLength(least, most) },
    { weight: 1, arbitrary: ofLength(least, least) },
    { weight: 1, arbitrary: ofLength(most, most) },
  );
}

/** Lists without equal items. A closed set of values limits the length; of other values, duplicates are drawn again. */
function different(
  schema: Keywords,
  items: fc.Arbitrary<unknown>,
  least: number,
  most: number,
  pointer: string,
  scope: Scope,
): fc.Arbitrary<unknown> | undefined {
  const stated = typeof schema.items === "object" ? finiteValues(schema.items, pointer, scope) : undefined;
  const values = stated ?? (least > 1 ? fewValues(items, least) : undefined);
  if (values === undefined)
    return fc.uniqueArray(items, { minLength: least, maxLength: most, selector: canonical, size: "max" });
  const each = distinct(values);
  if (each.length < least) return nothing(scope, "uniqueItems", pointer);
  return fc.shuffledSubarray(each, { minLength: least, maxLength: Math.min(most, each.length) });
}

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [canonical(value), value])).values(),
];

/** All distinct values, if a sample contains so few of them that drawing another one might never end. */
function fewValues(items: fc.Arbitrary<unknown>, least: number): readonly unknown[] | undefined {
  const met = distinct(fc.sample(items, { numRuns: TRIED * least, seed: 1 }));
  return met.length > 2 * least ? undefined : met;
}

function finiteValues(items: Keywords, pointer: string, scope: Scope): readonly unknown[] | undefined {
  if (isOverarching(items)) return undefined;
  const values = valuesOf(items) ?? (items.type === "boolean" ? [false, true] : undefined);
  return values?.filter((value) => keeps(items, value, pointer, scope));
}

function tuple(
  schema: Keywords,
  prefixItems: NonNullable<Keywords["prefixItems"]>,
  pointer: string,
  build: Build,
  scope: Scope,
): fc.Arbitrary<unknown> | undefined {
  if (schema.uniqueItems)
    throw new UnsupportedKeywordError(
      "uniqueItems",
      pointer,
      "beside prefixItems each place would depend on the others",
    );
  const places = prefixItems.map((one, index) => build(one, `${pointer}/prefixItems/${index}`, scope));
  const blocked = places.indexOf(undefined);
  const further = build(schema.items ?? true, `${pointer}/items`, scope);
  // A position that accepts no value ends the list.
  const room = blocked >= 0 ? blocked : further === undefined ? places.length : Number.POSITIVE_INFINITY;
  const least = schema.minItems ?? 0;
  const most = Math.min(schema.maxItems ?? Math.max(least, places.length) + SOME, room);
  if (least > most) return nothing(scope, blocked >= 0 ? "prefixItems" : "items", pointer);
  const ofLength = (length: number): fc.Arbitrary<unknown> =>
    fc.tuple(...Array.from({ length }, (_, index) => places[index] ?? further ?? fc.constant(null)));
  const lengths = [...new Set([least, places.length, most])].filter((length) => length >= least && length <= most);
  return fc.oneof(...lengths.map(ofLength));
}
