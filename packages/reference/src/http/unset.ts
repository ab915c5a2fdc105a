import type { JsonSchema } from "@plumbline/schemas";

/** A body without listed members that are null: the description is silent about null, and this server takes it for absent. */
export function withoutUnset(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return schema?.items ? value.map((item) => withoutUnset(item, schema.items)) : value;
  const properties = schema?.properties;
  if (typeof value !== "object" || value === null || properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return member !== undefined && inner === null ? [] : [[name, withoutUnset(inner, member)] as const];
    }),
  );
}
