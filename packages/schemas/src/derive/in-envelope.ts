import { array } from "../build.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Result } from "../operation.ts";

/** Its type is not given. */
const status: JsonSchema = { description: "The HTTP status." };

/**
 * A successful answer to `envelope=true`. Of lists it is said that a `status` is added and that `content` is the envelope,
 * which can be read as the page or as its records; a list with a `status` beside it is what the list itself allows.
 */
export function inEnvelope(kind: Result["kind"], schema: JsonSchema, items: JsonSchema | undefined): JsonSchema {
  if (items === undefined) return around(schema);
  const page = kind === "paged" ? { anyOf: [schema, array(items)] } : schema;
  return {
    type: "object",
    title: `Enveloped${schema.title ?? `${items.title ?? ""}List`}`,
    description: "The list as `envelope=true` wraps it.",
    properties: { status, content: page },
    required: ["status", "content"],
  };
}

/**
 * One record, or an error, in an envelope of which no member is given: an object that has none of the record's members and
 * holds the record in one of its own, whatever that is called.
 */
export function around(schema: JsonSchema): JsonSchema {
  const taken = Object.keys(schema.properties ?? {}).filter((name) => name !== "status");
  return {
    type: "object",
    title: `Enveloped${schema.title ?? ""}`,
    description:
      "What `envelope=true` makes of it. The members of this envelope are not given; those shown here are likely.",
    properties: { status, content: schema },
    propertyNames: { not: { enum: taken } },
    not: { additionalProperties: { not: schema } },
  };
}
