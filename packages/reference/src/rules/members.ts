import type { Fields } from "../records/fields.ts";

/*
 * Functions that read members of a body. The body is already validated, but these functions check types again, because
 * a fault may have switched validation off.
 */

/** The value itself if it is an object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NONE;
}

const NONE: Fields = {};

/** Tests for a JSON object; lists and null are not objects. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member's text; `undefined` if the member is missing, inherited or of another type. */
export function textMember(fields: Fields, name: string): string | undefined {
  const value = own(fields, name);
  return typeof value === "string" ? value : undefined;
}

/** The member's truth value; `undefined` if the member is missing, inherited or of another type. */
export function flagMember(fields: Fields, name: string): boolean | undefined {
  const value = own(fields, name);
  return typeof value === "boolean" ? value : undefined;
}

/**
 * The items of the member. A value that is not a list has none, and an item that is not an object becomes an empty one.
 */
export function listMember(fields: Fields, name: string): readonly Fields[] {
  const value = own(fields, name);
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** The members that `names` lists, in its order, without all others. */
export function only(fields: Fields, names: Iterable<string>): Fields {
  const kept: Record<string, unknown> = {};
  // Defined instead of assigned, so that a member called `__proto__` stays data.
  for (const name of names)
    if (Object.hasOwn(fields, name))
      if (name === "__proto__") Object.defineProperty(kept, name, { value: fields[name], enumerable: true });
      else kept[name] = fields[name];
  return kept;
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
