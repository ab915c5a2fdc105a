import type { JsonSchema } from "./json-schema.ts";

/**
 * A value that a schema accepts, always the same: the schema's own example, fixed value or default if it has one,
 * otherwise the simplest value of its type. Optional and suggested members are included.
 */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema["x-suggested"]) return exampleOf(schema["x-suggested"]);
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.oneOf?.[0]) return exampleOf(schema.oneOf[0]);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(inner)]),
      );
    case "array":
      return schema.items && schema.maxItems !== 0 ? [exampleOf(schema.items)] : [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "null":
      return null;
    default:
      return "example".padEnd(schema.minLength ?? 0, "e").slice(0, schema.maxLength ?? 7);
  }
}
