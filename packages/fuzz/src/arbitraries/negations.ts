import type { JsonSchema } from "@plumbline/schemas";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { merged, without } from "./merge.ts";

const UNDERSTOOD: ReadonlySet<string> = new Set(["type", "title", "properties", "required", "x-level", "description"]);

/** The sides of a branch on which a condition on members does not hold: one is missing, or holds something else. */
export function negations(branch: JsonSchema, condition: JsonSchema, pointer: string): readonly JsonSchema[] {
  const strange = Object.keys(condition).find((keyword) => !UNDERSTOOD.has(keyword));
  if (strange !== undefined)
    throw new UnsupportedKeywordError(
      strange,
      pointer,
      "a condition is made of members, their sets of values and required",
    );
  const missing = (condition.required ?? []).flatMap((name) => without(branch, name));
  const other = Object.entries(condition.properties ?? {}).flatMap(([name, value]) => {
    if (Object.keys(value).length === 0) return [];
    const rest = otherValues(branch.properties?.[name] ?? {}, value, `${pointer}/properties/${name}`);
    if (rest.length === 0) return [];
    const narrowed = { ...branch.properties?.[name], enum: rest };
    const whole = merged(
      { ...branch, properties: { ...branch.properties, [name]: narrowed } },
      { required: [name] },
      pointer,
    );
    return whole === undefined ? [] : [whole];
  });
  return [...missing, ...other];
}

function otherValues(described: JsonSchema, excluded: JsonSchema, pointer: string): NonNullable<JsonSchema["enum"]> {
  const gone: readonly unknown[] = excluded.enum ?? (excluded.const === undefined ? [] : [excluded.const]);
  const all =
    described.enum ?? described["x-known-values"] ?? (described.type === "boolean" ? [true, false] : undefined);
  if (gone.length === 0 || all === undefined)
    throw new UnsupportedKeywordError(
      "if",
      pointer,
      "state the values that the member can have, and those of the condition",
    );
  return all.filter((value) => !gone.includes(value));
}
