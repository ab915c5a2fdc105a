import type { JsonType } from "@plumbline/schemas";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { commonStep } from "./decimal.ts";
import { isDrawn } from "./format.ts";
import { type AnySchema, divisorsOf, isOverarching, type Keywords, typesOf } from "./keywords.ts";
import { sameJson } from "./same-json.ts";

/**
 * A schema for the values that both schemas accept; neither has subschemas for the same value. `undefined` if there are
 * no such values.
 *
 * @throws UnsupportedKeywordError for two rules that no single keyword can express.
 */
export function intersection(a: Keywords, b: Keywords, pointer: string): Keywords | undefined {
  const types = commonTypes(typesOf(a), typesOf(b));
  const gone = [...(a["x-other-than"] ?? []), ...(b["x-other-than"] ?? [])];
  const { const: _a, enum: _b, type: _c, "x-known-values": known, "x-suggested": suggested, ...more } = { ...b, ...a };
  const { "x-other-than": _d, ...rest } = more;
  const stated = commonValues(valuesOf(a), valuesOf(b));
  // Values can be excluded only from a closed set.
  const set =
    stated ?? (gone.length === 0 ? undefined : (known ?? (types?.join() === "boolean" ? [true, false] : undefined)));
  const values = set?.filter((value) => !gone.some((other) => sameJson(value, other)));
  if (types?.length === 0 || values?.length === 0) return undefined;
  const whole: Keywords = {
    ...rest,
    ...(types !== undefined && { type: types.length === 1 ? (types[0] ?? "null") : types }),
    ...(values !== undefined && { enum: values }),
    ...(values === undefined && gone.length > 0 && { "x-other-than": gone }),
    ...(values === undefined && known !== undefined && { "x-known-values": known }),
    ...(values === undefined && suggested !== undefined && { "x-suggested": suggested }),
    ...bounds(a, b),
    ...texts(a, b, pointer),
    ...members(a, b, pointer),
    ...items(a, b, pointer),
  };
  return isEmpty(whole) ? undefined : whole;
}

/** The same for any two schemas. If one applies several schemas to the same value, `allOf` joins them. */
export function bothOf(a: AnySchema | undefined, b: AnySchema | undefined, pointer: string): AnySchema | undefined {
  if (a === b || b === undefined || b === true || saysNothing(b)) return a;
  if (a === undefined || a === true || saysNothing(a)) return b;
  if (a === false || b === false) return false;
  if (isOverarching(a) || isOverarching(b)) return { allOf: [a, b] };
  return intersection(a, b, pointer) ?? false;
}

const saysNothing = (schema: AnySchema): boolean => typeof schema === "object" && Object.keys(schema).length === 0;

/** The closed set of values of a schema; `undefined` if it has none. */
export function valuesOf(schema: Keywords): readonly unknown[] | undefined {
  if (!("const" in schema)) return schema.enum;
  return (schema.enum ?? [schema.const]).filter((value) => sameJson(value, schema.const));
}

function commonTypes(
  a: readonly JsonType[] | undefined,
  b: readonly JsonType[] | undefined,
): readonly JsonType[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const has = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...a.filter((type) => has(b, type)), ...b.filter((type) => has(a, type))])];
}

function commonValues(a: readonly unknown[] | undefined, b: readonly unknown[] | undefined) {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((value) => b.some((other) => sameJson(value, other)));
}

const LEAST = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const MOST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

function bounds(a: Keywords, b: Keywords): Keywords {
  const pick = (keywords: readonly (typeof LEAST | typeof MOST)[number][], of: (...all: number[]) => number) =>
    keywords.flatMap((keyword) => {
      const stated = [a[keyword], b[keyword]].filter((bound) => bound !== undefined);
      return stated.length === 0 ? [] : [[keyword, of(...stated)] as const];
    });
  return Object.fromEntries([...pick(LEAST, Math.max), ...pick(MOST, Math.min)]);
}

/** Whether two bounds exclude every value. */
export const crossed = (least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): boolean => least > most;

/** Whether the bounds exclude all values of every allowed type. */
function isEmpty(schema: Keywords): boolean {
  return (typesOf(schema) ?? [undefined]).every((type) => {
    switch (type) {
      case "string":
        return crossed(schema.minLength, schema.maxLength);
      case "array":
        return crossed(schema.minItems, schema.maxItems);
      case "object":
        return (
          crossed(schema.minProperties, schema.maxProperties) ||
          (schema.required ?? []).some((name) => schema.properties?.[name] === false)
        );
      case "integer":
      case "number":
        return crossed(schema.minimum, schema.maximum);
      default:
        return false;
    }
  });
}

function texts(a: Keywords, b: Keywords, pointer: string): Keywords {
  if (a.pattern !== undefined && b.pattern !== undefined && a.pattern !== b.pattern)
    throw new UnsupportedKeywordError("pattern", pointer, "two of them for one value are not intersected: state one");
  if (a.multipleOf === undefined || b.multipleOf === undefined) return formats(a, b, pointer);
  const divisors = [...divisorsOf(a), ...divisorsOf(b)];
  return { ...formats(a, b, pointer), multipleOf: commonStep(a.multipleOf, b.multipleOf), "x-divisors": divisors };
}

/** A format without an arbitrary asserts nothing, so the other format replaces it. */
function formats(a: Keywords, b: Keywords, pointer: string): Keywords {
  const stated = [a.format, b.format].filter((format) => format !== undefined && isDrawn(format));
  const [format, other = format] = stated;
  if (format === undefined) return {};
  if (format !== other)
    throw new UnsupportedKeywordError("format", pointer, "two of them for one value are not intersected: state one");
  return { format };
}

function members(a: Keywords, b: Keywords, pointer: string): Keywords {
  for (const [one, other] of [[a, b] as const, [b, a] as const])
    if (one.patternProperties && other !== one && restOf(other) !== undefined && restOf(other) !== true)
      throw new UnsupportedKeywordError("patternProperties", pointer, "state additionalProperties in the same schema");
  const names = Object.keys({ ...a.properties, ...b.properties });
  const properties = names.map((name) => {
    const at = `${pointer}/properties/${name}`;
    return [name, bothOf(memberOf(a, name), memberOf(b, name), at) ?? true] as const;
  });
  const rest = bothOf(restOf(a), restOf(b), `${pointer}/additionalProperties`);
  const named = bothOf(a.propertyNames, b.propertyNames, `${pointer}/propertyNames`);
  const patterns = { ...b.patternProperties, ...a.patternProperties };
  for (const [pattern, inner] of Object.entries(b.patternProperties ?? {}))
    patterns[pattern] = bothOf(a.patternProperties?.[pattern], inner, pointer) ?? true;
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  return {
    ...((names.length > 0 || a.properties) && { properties: Object.fromEntries(properties) }),
    ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
    ...(rest !== undefined && { additionalProperties: rest }),
    ...(named !== undefined && { propertyNames: named }),
    ...(required.length > 0 && { required }),
  };
}

const restOf = (schema: Keywords): AnySchema | undefined => schema.additionalProperties;

function memberOf(schema: Keywords, name: string): AnySchema | undefined {
  if (Object.hasOwn(schema.properties ?? {}, name)) return schema.properties?.[name];
  const patterned = Object.keys(schema.patternProperties ?? {}).some((pattern) => new RegExp(pattern, "u").test(name));
  return patterned ? undefined : restOf(schema);
}

function items(a: Keywords, b: Keywords, pointer: string): Keywords {
  const places = Math.max(a.prefixItems?.length ?? 0, b.prefixItems?.length ?? 0);
  const at = (schema: Keywords, place: number): AnySchema | undefined => schema.prefixItems?.[place] ?? schema.items;
  const prefixItems = Array.from(
    { length: places },
    (_, place) => bothOf(at(a, place), at(b, place), `${pointer}/prefixItems/${place}`) ?? true,
  );
  const rest = bothOf(a.items, b.items, `${pointer}/items`);
  return {
    ...(places > 0 && { prefixItems }),
    ...(rest !== undefined && { items: rest }),
    ...((a.uniqueItems || b.uniqueItems) && { uniqueItems: true }),
  };
}
