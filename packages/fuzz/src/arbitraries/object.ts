import type { JsonSchema } from "@plumbline/schemas";
import { escapePointer } from "@plumbline/schemas/validate";
import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import type { Build } from "./arbitrary-of.ts";

/** Objects with every required member and any of the others; members that the schema does not name are never drawn. */
export function objectArbitrary(schema: JsonSchema, pointer: string, build: Build): fc.Arbitrary<unknown> {
  if (typeof schema.additionalProperties === "object")
    throw new UnsupportedKeywordError("additionalProperties", pointer, "only true and false are understood");
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
