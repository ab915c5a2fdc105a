import { array } from "../build.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Result } from "../operation.ts";

/** The description gives no type for it. */
const status: JsonSchema = { description: "The HTTP status." };

/**
 * A successful answer to `envelope=true`. For lists the description says that a `status` is added and that `content` is
 * the envelope, which can mean the page or its records. A list with a `status` next to it is already allowed by the
 * schema of the list.
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
 * One record, or an error, in an envelope whose members the description does not name: an object that has none of the
 * record's members, and contains the record in a member with any name.
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
