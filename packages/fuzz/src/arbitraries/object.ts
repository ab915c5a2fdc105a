import type { JsonSchema } from "@plumbline/schemas";
import { escapePointer } from "@plumbline/schemas/validate";
import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { Build } from "./build.ts";
import { patternArbitrary } from "./pattern.ts";

/** Names that data may give: plain, and those that a careless reader of objects trips over. */
const GIVEN_NAMES = fc.oneof(
  { weight: 5, arbitrary: patternArbitrary({ pattern: "^[a-zA-Z][a-zA-Z0-9_ .-]{0,11}$" }) },
  { weight: 1, arbitrary: fc.constantFrom("constructor", "toString", "length") },
);

/**
 * Objects with every required member and any of the others. Members that the schema does not name are never drawn,
 * unless it says what they hold.
 */
export function objectArbitrary(schema: JsonSchema, pointer: string, build: Build): fc.Arbitrary<unknown> {
  if (typeof schema.additionalProperties === "object") {
    if (schema.properties !== undefined)
      throw new UnsupportedKeywordError("additionalProperties", pointer, "a map with named members is not understood");
    const inner = build(schema.additionalProperties, `${pointer}/additionalProperties`);
    return fc.dictionary(GIVEN_NAMES, inner, { maxKeys: 3, noNullPrototype: true });
  }
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, build(inner, `${pointer}/properties/${escapePointer(name)}`)] as const,
  );
  const unnamed = (schema.required ?? []).find((name) => !Object.hasOwn(schema.properties ?? {}, name));
  if (unnamed !== undefined) throw new UnsupportedKeywordError("required", pointer, `say what "${unnamed}" holds`);
  const record = Object.fromEntries(members);
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(record, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true }) },
    // All members at once is an edge that independent coins hardly ever show.
    { weight: 1, arbitrary: fc.record(record, { noNullPrototype: true }) },
  );
}
