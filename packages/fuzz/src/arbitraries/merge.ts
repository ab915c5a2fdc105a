import type { JsonSchema } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";

const validator = createValidator();

/** Members that a branch must not have: never drawn, so they only matter to what is merged in later. */
const ABSENT = new WeakMap<JsonSchema, ReadonlySet<string>>();

const absentIn = (schema: JsonSchema): ReadonlySet<string> => ABSENT.get(schema) ?? new Set();

/** The schema without a member; none when the member is required. */
export function without(schema: JsonSchema, name: string): readonly JsonSchema[] {
  if (schema.required?.includes(name)) return [];
  const { [name]: _gone, ...properties } = schema.properties ?? {};
  const left: JsonSchema = { ...schema, properties };
  ABSENT.set(left, new Set([...absentIn(schema), name]));
  return [left];
}

/** A schema that accepts what both accept; undefined when a member would have to be there and not be there. */
export function merged(one: JsonSchema, other: JsonSchema, pointer: string): JsonSchema | undefined {
  const absent = new Set([...absentIn(one), ...absentIn(other)]);
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  if (required.some((name) => absent.has(name))) return undefined;
  const properties: Record<string, JsonSchema> = {};
  for (const name of Object.keys({ ...one.properties, ...other.properties })) {
    if (absent.has(name)) continue;
    const [a = {}, b = {}] = [one.properties?.[name], other.properties?.[name]];
    properties[name] = both(a, b, `${pointer}/properties/${name}`);
  }
  const whole: JsonSchema = {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 || one.properties ? { properties } : {}),
  };
  const made: JsonSchema = required.length === 0 ? whole : { ...whole, required };
  ABSENT.set(made, absent);
  return made;
}

/** What two schemas of one value accept in common. */
export function both(a: JsonSchema, b: JsonSchema, pointer: string): JsonSchema {
  if (a === b || Object.keys(b).length === 0) return a;
  if (Object.keys(a).length === 0) return b;
  const values = b.enum ?? (b.const === undefined ? undefined : [b.const]);
  if (values !== undefined) {
    const common = values.filter((value) => validator.accepts(a, value));
    if (common.length === 0)
      throw new UnsupportedKeywordError("enum", pointer, "none of its values is accepted by both");
    const { const: _fixed, "x-known-values": _known, "x-suggested": _suggested, ...rest } = a;
    return { ...rest, enum: common };
  }
  if (a.enum ?? a.const) return both(b, a, pointer);
  if (a.properties || b.properties) {
    const whole = merged(a, b, pointer);
    if (whole !== undefined) return whole;
  }
  if (a.pattern !== undefined && b.pattern !== undefined && a.pattern !== b.pattern)
    throw new UnsupportedKeywordError("pattern", pointer, "two patterns of one text are not intersected");
  return { ...b, ...a, ...tighter(a, b) };
}

const LEAST = ["minimum", "minLength", "minItems"] as const;
const MOST = ["maximum", "maxLength", "maxItems"] as const;

function tighter(a: JsonSchema, b: JsonSchema): JsonSchema {
  const pick = (keywords: readonly (typeof LEAST | typeof MOST)[number][], of: (...bounds: number[]) => number) =>
    keywords.flatMap((keyword) => {
      const bounds = [a[keyword], b[keyword]].filter((bound) => bound !== undefined);
      return bounds.length === 0 ? [] : [[keyword, of(...bounds)] as const];
    });
  return Object.fromEntries([...pick(LEAST, Math.max), ...pick(MOST, Math.min)]);
}
