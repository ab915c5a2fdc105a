import type { JsonSchema } from "../json-schema.ts";
import type { Profile } from "./profile.ts";

/** The wire name of a body member under a profile. */
export function fieldName(profile: Profile, neutralName: string): string {
  return Object.hasOwn(profile.fields, neutralName) ? (profile.fields[neutralName] ?? neutralName) : neutralName;
}

/** The wire name of a header under a profile. */
export function headerName(profile: Profile, neutralName: string): string {
  return Object.hasOwn(profile.headers, neutralName) ? (profile.headers[neutralName] ?? neutralName) : neutralName;
}

/** The wire form of a value that the contract fixes, such as a notification kind. */
export function wireValue<T>(profile: Profile, value: T): T | string {
  return typeof value === "string" && Object.hasOwn(profile.values, value) ? (profile.values[value] ?? value) : value;
}

/** A schema as the target speaks it: members renamed, fixed values renamed, closed sets widened by what the profile adds. */
export function renameSchema(profile: Profile, schema: JsonSchema): JsonSchema {
  const rename = (inner: JsonSchema): JsonSchema => renameSchema(profile, inner);
  const value = <T>(one: T): T => wireBody(profile, one);
  const set = schema["x-values"];
  const more = set === undefined ? [] : (profile.moreValues[set] ?? []);
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, inner]) => [fieldName(profile, name), rename(inner)]),
      ),
    }),
    ...(schema.required && { required: schema.required.map((name) => fieldName(profile, name)) }),
    ...(schema.items && { items: rename(schema.items) }),
    ...(typeof schema.additionalProperties === "object" && {
      additionalProperties: rename(schema.additionalProperties),
    }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(rename) }),
    ...(schema.discriminator && {
      discriminator: { propertyName: fieldName(profile, schema.discriminator.propertyName) },
    }),
    ...(schema["x-suggested"] && { "x-suggested": rename(schema["x-suggested"]) }),
    ...(schema.const !== undefined && { const: value(schema.const) }),
    ...(schema.enum && { enum: [...schema.enum.map(value), ...more] }),
    ...(schema.default !== undefined && { default: value(schema.default) }),
    ...(schema.examples && { examples: schema.examples.map(value) }),
    ...(schema["x-known-values"] && { "x-known-values": schema["x-known-values"].map(value) }),
  };
}

/** A body in neutral words, as the target speaks it. */
export function wireBody<T>(profile: Profile, body: T): T {
  return mapBody(
    body,
    (name) => fieldName(profile, name),
    (value) => wireValue(profile, value),
  ) as T;
}

/** A body from the wire in neutral words: the inverse of `wireBody`. */
export function neutralBody(profile: Profile, body: unknown): unknown {
  const fields = invert(profile.fields);
  const values = invert(profile.values);
  return mapBody(
    body,
    (name) => fields.get(name) ?? name,
    (value) => (typeof value === "string" ? (values.get(value) ?? value) : value),
  );
}

function invert(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([neutralName, wireName]) => [wireName, neutralName]));
}

function mapBody(body: unknown, name: (text: string) => string, value: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => mapBody(item, name, value));
  if (typeof body !== "object" || body === null) return value(body);
  // fromEntries defines properties, so a member called `__proto__` stays data.
  return Object.fromEntries(Object.entries(body).map(([key, member]) => [name(key), mapBody(member, name, value)]));
}
