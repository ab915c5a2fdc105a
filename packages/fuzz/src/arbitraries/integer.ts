import type { JsonSchema } from "@plumbline/schemas";
import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";

/** Least and greatest value of the widths that the contract names; 64 bits end where JSON readers lose digits. */
const WIDTHS: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** The least and the greatest integer that a schema accepts; 32 bits where it states neither bound nor width. */
export function integerBounds(schema: JsonSchema, pointer = ""): readonly [least: number, greatest: number] {
  const width = WIDTHS[schema.format ?? "int32"];
  if (width === undefined)
    throw new UnsupportedKeywordError("format", pointer, `"${schema.format}" is no width of an integer`);
  const [least, greatest] = width;
  return [
    Math.ceil(Math.max(least, schema.minimum ?? least)),
    Math.floor(Math.min(greatest, schema.maximum ?? greatest)),
  ];
}

/** The bounds, their inner neighbours, and what lies around zero. */
export function integerEdges(schema: JsonSchema, pointer = ""): readonly number[] {
  const [least, greatest] = integerBounds(schema, pointer);
  const edges = [least, least + 1, greatest - 1, greatest, -1, 0, 1];
  return [...new Set(edges.filter((edge) => edge >= least && edge <= greatest))];
}

export function integerArbitrary(schema: JsonSchema, pointer: string): fc.Arbitrary<unknown> {
  const [min, max] = integerBounds(schema, pointer);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(...integerEdges(schema, pointer)) },
  );
}
