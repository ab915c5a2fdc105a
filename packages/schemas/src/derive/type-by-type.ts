import type { JsonSchema, JsonType } from "../json-schema.ts";

/** Keywords that look at values of one type alone. */
const ABOUT: Readonly<Partial<Record<JsonType, readonly (keyof JsonSchema)[]>>> = {
  object: ["properties", "required", "additionalProperties", "propertyNames", "dependentRequired"],
  array: ["items", "minItems", "maxItems"],
  string: ["pattern", "minLength", "maxLength", "format"],
};

/**
 * A schema of several types as one alternative for each, with the keywords that look at it: it says the same, and says it to
 * tools that know one type at a time. Null beside one type is left as it is, which all of them know.
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
