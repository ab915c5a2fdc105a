import fc from "fast-check";
import { formatArbitrary, isDrawn, unknownFormat } from "./format.ts";
import type { Keywords } from "./keywords.ts";
import { patternArbitrary } from "./pattern.ts";
import { proseArbitrary } from "./prose.ts";
import type { Scope } from "./scope.ts";

/**
 * One character each of ASCII, of two and three bytes in UTF-8, and outside the basic plane, because servers often
 * count lengths wrongly.
 */
export const ALPHABETS = ["a", "\u00e9", "\u6f22", "\u{1f600}"] as const;
/** Every code point except surrogates. The equivalent unit of fast-check takes half a second to initialise. */
const ANY_CHARACTER = fc.oneof(
  fc.integer({ min: 0, max: 0xd7_ff }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point)),
);
/** Characters above the minimum if the schema has no maximum. */
const SOME = 40;

/** The lengths at and next to the declared bounds, in characters (code points). */
export function edgeLengths({ minLength = 0, maxLength }: Keywords): readonly number[] {
  const lengths = [minLength, minLength + 1, ...(maxLength === undefined ? [] : [maxLength - 1, maxLength])];
  return [...new Set(lengths.filter((length) => length >= minLength && length <= (maxLength ?? length)))];
}

/** Texts that a schema accepts, by its pattern, format and lengths. */
export function stringArbitrary(schema: Keywords, pointer: string, scope: Scope): fc.Arbitrary<string> {
  const { format } = schema;
  if (format !== undefined && isDrawn(format)) return formatArbitrary(format, schema, pointer);
  if (format !== undefined) unknownFormat(format, pointer, scope);
  if (schema.pattern !== undefined) return patternArbitrary({ ...schema, pattern: schema.pattern }, pointer);
  const least = schema.minLength ?? 0;
  const most = schema.maxLength ?? least + SOME;
  const edges = edgeLengths(schema).flatMap((length) => ALPHABETS.map((letter) => letter.repeat(length)));
  const lengths = { minLength: least, maxLength: most, size: "max" } as const;
  return fc.oneof(
    { weight: 3, arbitrary: proseArbitrary(least, most) },
    { weight: 2, arbitrary: fc.string({ unit: "grapheme-ascii", ...lengths }) },
    { weight: 1, arbitrary: fc.string({ unit: ANY_CHARACTER, ...lengths }) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}
