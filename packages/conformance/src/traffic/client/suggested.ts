import type { JsonSchema } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";

/**
 * Whether a violation of a request breaks a schema of level SHOULD: the description only suggests the rule. A value of
 * another type is wrong in any case. Pure.
 */
export function isSuggested(schema: JsonSchema, { keyword, pointer }: Violation): boolean {
  if (keyword === "type") return false;
  const steps = pointer.split("/").slice(1).map(unescaped);
  // The pointer of a missing member names it, and the schema of its parent requires it.
  const place = keyword === "required" ? steps.slice(0, -1) : steps;
  return schemasAt(schema, place).some((one) => one["x-level"] === "SHOULD" && breaks(one, keyword, steps.at(-1)));
}

const breaks = (schema: JsonSchema, keyword: string, last: string | undefined): boolean =>
  keyword === "required" ? schema.required?.includes(last ?? "") === true : keyword in schema;

/** The schemas that describe the value at a place inside a value, by the members that lead there. */
function schemasAt(schema: JsonSchema, place: readonly string[]): readonly JsonSchema[] {
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const beside = parts.flatMap((part) => schemasAt(part, place));
  const [first, ...rest] = place;
  if (first === undefined) return [schema, ...beside];
  const inside = schema.properties?.[first] ?? schema.items;
  return inside === undefined ? beside : [...schemasAt(inside, rest), ...beside];
}

const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");
