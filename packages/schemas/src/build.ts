import type { JsonSchema, Schema, Static } from "./json-schema.ts";

/*
 * Builders for schema values. They exist because schemas are the product of this package: it has to load in a few
 * milliseconds, and a schema library costs 130 ms on the same machine. The result is plain JSON Schema.
 */

type Annotations = Omit<JsonSchema, "type" | "properties" | "required" | "items" | "oneOf">;
type Members = Readonly<Record<string, JsonSchema>>;
type Record_<Required extends Members, Optional extends Members> = {
  readonly [Key in keyof Required]: Static<Required[Key]>;
} & { readonly [Key in keyof Optional]?: Static<Optional[Key]> };

/** A text; bounds are characters, as JSON Schema counts them. */
export const string = (more: Annotations = {}): Schema<string> => ({ type: "string", ...more });

/** A truth value; texts and numbers that read like one are none. */
export const boolean = (more: Annotations = {}): Schema<boolean> => ({ type: "boolean", ...more });

/** A number of double precision. */
export const number = (more: Annotations = {}): Schema<number> => ({ type: "number", ...more });

/** An integer of 32 bits unless another format is given: the description says int32 or int64 wherever it says a width. */
export const integer = (more: Annotations = {}): Schema<number> => ({ type: "integer", ...more });

/** A list whose items all follow one schema. */
export const array = <S extends JsonSchema>(items: S, more: Annotations = {}): Schema<readonly Static<S>[]> => ({
  type: "array",
  items,
  ...more,
});

/** One of a closed set that the description closes itself; sets that it leaves open are `string` with known values. */
export const oneOfValues = <const V extends readonly (string | number)[]>(
  values: V,
  more: Annotations = {},
): Schema<V[number]> => ({
  ...(values.every((value) => typeof value === "string") ? { type: "string" as const } : { type: "integer" as const }),
  enum: values,
  ...more,
});

/** The one text that is taken, as the discriminator of a kind is. */
export const constant = <const V extends string>(value: V, more: Annotations = {}): Schema<V> => ({
  type: "string",
  const: value,
  ...more,
});

/** An object that is open to members it does not name: the description never excludes one. */
export const object = <R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
  more: Annotations = {},
): Schema<Record_<R, O>> => ({
  type: "object",
  ...more,
  properties: { ...required, ...optional },
  ...(Object.keys(required).length > 0 ? { required: Object.keys(required) } : {}),
});

/** An object whose members are all alike and named by the data, such as a map from region name to settings. */
export const mapOf = <S extends JsonSchema>(
  values: S,
  more: Annotations = {},
): Schema<Readonly<Record<string, Static<S>>>> => ({
  type: "object",
  ...more,
  additionalProperties: values,
});

/** Alternatives told apart by the value of one member, which every alternative requires and fixes with `constant`. */
export const discriminated = <const S extends readonly JsonSchema[]>(
  propertyName: string,
  alternatives: S,
  more: Annotations = {},
): Schema<Static<S[number]>> => ({
  type: "object",
  ...more,
  discriminator: { propertyName },
  oneOf: alternatives,
});

/** A member that exists publicly and that the description does not show: any value is accepted. */
export const open = <S extends JsonSchema>(suggested: S): Schema<unknown> => ({ "x-suggested": suggested });
