import { clusterInput, type JsonSchema } from "@plumbline/schemas";
import type { Validator } from "@plumbline/schemas/validate";
import type { Fields } from "../records/fields.ts";
import { readInstant, showInstant } from "./instants.ts";
import { fieldsOf } from "./members.ts";

/**
 * A new cluster from a request, without unknown members. A value that an answer could not show is also omitted; it only
 * gets this far if a fault has switched validation off.
 */
export function readClusterFields(body: unknown, validator: Validator): Fields {
  const fields = fieldsOf(body);
  // The validator of a whole body is precompiled, those of its members are not.
  const isValid = validator.accepts(clusterInput, body);
  return Object.fromEntries(
    Object.entries(clusterInput.properties ?? {}).flatMap(([name, schema]) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value !== undefined && (isValid || validator.accepts(schema, value)) ? [[name, inUtc(schema, value)]] : [];
    }),
  );
}

/** Converts dates and times of any zone to the form in answers. */
function inUtc(schema: JsonSchema, value: unknown): unknown {
  if (schema.format === "date-time" && typeof value === "string") {
    const at = readInstant(value);
    return at === undefined ? undefined : showInstant(at);
  }
  if (schema.properties === undefined) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([name, inner]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, known === undefined ? inner : inUtc(known, inner)];
    }),
  );
}
