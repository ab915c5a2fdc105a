import type { JsonSchema, JsonType } from "../json-schema.ts";

/** Keywords that apply to values of one type only. */
const ABOUT: Readonly<Partial<Record<JsonType, readonly (keyof JsonSchema)[]>>> = {
  object: ["properties", "required", "additionalProperties", "propertyNames", "dependentRequired"],
  array: ["items", "minItems", "maxItems"],
  string: ["pattern", "minLength", "maxLength", "format"],
};

/**
 * Splits a schema with several types into one alternative per type, with the keywords that apply to it. The result is
 * equivalent, and tools that handle one type at a time understand it. Null next to a single type stays, because all
 * tools know that.
 */
export function typeByType(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (typeof type !== "object" || type.filter((one) => one !== "null").length < 2 || schema.anyOf) return schema;
  const moved: ReadonlySet<string> = new Set(type.flatMap((one) => ABOUT[one] ?? []));
  const entries = Object.entries(rest);
  const alternatives = type.map((one) => {
    const own: readonly string[] = ABOUT[one] ?? [];
    return { type: one, ...Object.fromEntries(entries.filter(([keyword]) => own.includes(keyword))) };
  });
  return { ...Object.fromEntries(entries.filter(([keyword]) => !moved.has(keyword))), anyOf: alternatives };
}
