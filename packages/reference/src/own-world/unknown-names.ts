import { atlas, type JsonSchema, nearest } from "@plumbline/schemas";
import { escapePointer } from "@plumbline/schemas/validate";
import { isFields } from "../rules/members.ts";
import type { WorldProblem } from "./invalid-world-error.ts";

/**
 * Names that a schema does not have. The contract leaves its objects open, so a server would accept a misspelt member
 * without any effect; in a file written by a person this must be reported. Objects with arbitrary names are not
 * checked.
 */
export function unknownNames(schema: JsonSchema, value: unknown, pointer = ""): readonly WorldProblem[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((item, index) => unknownNames(items, item, `${pointer}/${index}`));
  }
  const known = membersOf(schema);
  if (!isFields(value) || known.size === 0 || isMap(schema)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}/${escapePointer(name)}`;
    const member = known.get(name);
    return member === undefined
      ? [{ pointer: at, text: unknownName(name, known, pointer) }]
      : unknownNames(member, inner, at);
  });
}

const isMap = ({ additionalProperties, propertyNames }: JsonSchema): boolean =>
  typeof additionalProperties === "object" || propertyNames !== undefined;

/** The members that a schema names in any of its branches. */
function membersOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const { properties = {}, oneOf = [], anyOf = [], allOf = [] } = schema;
  const suggested = schema["x-suggested"]?.properties ?? {};
  const branches = [...oneOf, ...anyOf, ...allOf].flatMap((one) => [...membersOf(one)]);
  return new Map([...branches, ...Object.entries(suggested), ...Object.entries(properties)]);
}

function unknownName(name: string, known: ReadonlyMap<string, JsonSchema>, pointer: string): string {
  const neutral = Object.keys(atlas.fields).find((one) => atlas.fields[one] === name && known.has(one));
  const meant = neutral ?? nearest(name, known.keys());
  const names = [...known.keys()];
  const some = `${names.slice(0, 8).join(", ")}${names.length > 8 ? ", ..." : ""}`;
  // A secret without its quotes or colon looks like a name.
  const isShown = meant !== undefined || !/^\/(keys|serviceAccounts)/.test(pointer);
  return `expected one of the names ${some}, received ${isShown ? `"${name}"` : "a name that is hidden, because it may be a secret"}${meant === undefined ? "" : `: did you mean "${meant}"?`}`;
}
