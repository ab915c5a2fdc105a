import { branches } from "./branches.ts";
import { isMultiple } from "./decimal.ts";
import { valuesOf } from "./intersection.ts";
import { keepsText } from "./keeps-text.ts";
import { type AnySchema, divisorsOf, type Keywords, typesOf } from "./keywords.ts";
import { sameJson } from "./same-json.ts";
import type { Scope } from "./scope.ts";

/**
 * Whether a schema accepts a value that this schema or another one for the same place lists. Formats are not checked.
 */
export function accepts(schema: AnySchema, value: unknown, pointer: string, scope: Scope): boolean {
  return branches(schema, pointer, scope).some((branch) => keeps(branch.schema, value, pointer, branch.scope));
}

/** The same for a schema without subschemas for the same value. */
export function keeps(schema: Keywords, value: unknown, pointer: string, scope: Scope): boolean {
  const types = typesOf(schema);
  const values = valuesOf(schema);
  if (types !== undefined && !types.some((type) => isOf(type, value))) return false;
  if (values !== undefined && !values.some((one) => sameJson(one, value))) return false;
  if (schema["x-other-than"]?.some((one) => sameJson(one, value))) return false;
  if (typeof value === "string") return keepsText(schema, value);
  if (typeof value === "number") return keepsNumber(schema, value);
  if (Array.isArray(value)) return keepsItems(schema, value, pointer, scope);
  return typeof value !== "object" || value === null || keepsMembers(schema, Object.entries(value), pointer, scope);
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

const between = (value: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): boolean =>
  value >= least && value <= most;

const keepsNumber = (schema: Keywords, value: number): boolean =>
  between(value, schema.minimum, schema.maximum) &&
  value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
  value < (schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY) &&
  divisorsOf(schema).every((step) => isMultiple(value, step));

function keepsItems(schema: Keywords, values: readonly unknown[], pointer: string, scope: Scope): boolean {
  const { prefixItems = [], items = true, minItems, maxItems, uniqueItems } = schema;
  const twice = values.some((one, index) => values.slice(index + 1).some((other) => sameJson(one, other)));
  return (
    between(values.length, minItems, maxItems) &&
    !(uniqueItems && twice) &&
    values.every((value, index) => accepts(prefixItems[index] ?? items, value, pointer, scope))
  );
}

function keepsMembers(
  schema: Keywords,
  members: readonly (readonly [string, unknown])[],
  pointer: string,
  scope: Scope,
): boolean {
  const names = members.map(([name]) => name);
  return (
    between(names.length, schema.minProperties, schema.maxProperties) &&
    (schema.required ?? []).every((name) => names.includes(name)) &&
    names.every((name) => accepts(schema.propertyNames ?? true, name, pointer, scope)) &&
    members.every(([name, value]) => rulesOf(schema, name).every((rule) => accepts(rule, value, pointer, scope)))
  );
}

/** All rules of a schema for a member with that name. */
export function rulesOf(schema: Keywords, name: string): readonly AnySchema[] {
  const { properties = {}, patternProperties = {}, additionalProperties = true } = schema;
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const patterned = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(name));
  const said = [...(own === undefined ? [] : [own]), ...patterned.map(([, inner]) => inner)];
  return said.length > 0 ? said : [additionalProperties];
}
