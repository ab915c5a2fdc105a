import type { JsonSchema } from "@plumbline/schemas";
import type { Validator } from "@plumbline/schemas/validate";
import type { Fields } from "../records/fields.ts";
import { fieldsOf } from "./members.ts";

/**
 * The members of a body that its schema has. A value that an answer could not show is omitted; it only gets this far if
 * a fault has switched validation off.
 */
export function knownMembers(schema: JsonSchema, body: unknown, validator: Validator): Fields {
  const fields = fieldsOf(body);
  // The validator of a whole body is precompiled, those of its members are not.
  const isValid = validator.accepts(schema, body);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value !== undefined && (isValid || validator.accepts(member, value)) ? [[name, value]] : [];
    }),
  );
}
