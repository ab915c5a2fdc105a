import type { JsonSchema } from "../json-schema.ts";

/** Applies a function to each schema inside a schema. */
export function mapParts(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, oneOf, anyOf, allOf, not, if: when, then, else: otherwise } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, change(inner)])),
    }),
    ...(items && { items: change(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: change(additionalProperties) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(allOf && { allOf: allOf.map(change) }),
    ...(not && { not: change(not) }),
    ...(when && { if: change(when) }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
    ...(then && { then: change(then) }),
    ...(otherwise && { else: change(otherwise) }),
  };
}
