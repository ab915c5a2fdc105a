import type { JsonSchema, Schema, Static } from "./json-schema.ts";

/*
 * Builders for schema values. Schemas are the product of this package, which must load in a few milliseconds; a schema
 * library takes 130 ms on the same machine. The result is plain JSON Schema.
 */

type Annotations = Omit<JsonSchema, "type" | "properties" | "required" | "items" | "oneOf">;
type Members = Readonly<Record<string, JsonSchema>>;
type Record_<Required extends Members, Optional extends Members> = {
  readonly [Key in keyof Required]: Static<Required[Key]>;
} & { readonly [Key in keyof Optional]?: Static<Optional[Key]> };

/** A text; bounds count characters, as in JSON Schema. */
export const string = (more: Annotations = {}): Schema<string> => ({ type: "string", ...more });

/** A boolean; texts and numbers with that meaning are invalid. */
export const boolean = (more: Annotations = {}): Schema<boolean> => ({ type: "boolean", ...more });

/** A double-precision number. */
export const number = (more: Annotations = {}): Schema<number> => ({ type: "number", ...more });

/** An integer. The description says int32 or int64 wherever it states a width; the default is 32 bits. */
export const integer = (more: Annotations = {}): Schema<number> => ({ type: "integer", ...more });

/** A list whose items all have one schema. */
export const array = <S extends JsonSchema>(items: S, more: Annotations = {}): Schema<readonly Static<S>[]> => ({
  type: "array",
  items,
  ...more,
});

/** One value of a set that the description closes. Sets that it leaves open are a `string` with known values. */
export const oneOfValues = <const V extends readonly (string | number)[]>(
  values: V,
  more: Annotations = {},
): Schema<V[number]> => ({
  ...(values.every((value) => typeof value === "string") ? { type: "string" as const } : { type: "integer" as const }),
  enum: values,
  ...more,
});

/** A single valid text, such as the discriminator of a kind. */
export const constant = <const V extends string>(value: V, more: Annotations = {}): Schema<V> => ({
  type: "string",
  const: value,
  ...more,
});

/** An object that allows unnamed members, because the description never excludes any. */
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

/** An object whose members have names from data and one common schema, such as a map from region name to settings. */
export const mapOf = <S extends JsonSchema>(
  values: S,
  more: Annotations = {},
): Schema<Readonly<Record<string, Static<S>>>> => ({
  type: "object",
  ...more,
  additionalProperties: values,
});

/**
 * Alternatives distinguished by the value of one member, which every alternative requires and fixes with `constant`.
 */
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

/** A member that exists publicly and that the description does not show: every value is valid. */
export const open = <S extends JsonSchema>(suggested: S): Schema<unknown> => ({ "x-suggested": suggested });
