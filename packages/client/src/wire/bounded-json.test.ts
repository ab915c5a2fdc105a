import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundedJson } from "./bounded-json.ts";
import type { JsonBounds } from "./json-bounds.ts";
import { parseJson } from "./json-text.ts";

const AMPLE: JsonBounds = {
  listed: () => new Set(),
  mostUnknown: 1_000,
  longestText: 100_000,
  longestName: 100_000,
  mostItems: 100_000,
  mostValues: 1_000_000,
};
const TIGHT: JsonBounds = {
  listed: () => new Set(["id", "results"]),
  mostUnknown: 3,
  longestText: 10,
  longestName: 8,
  mostItems: 4,
  mostValues: 40,
};
const read = (text: string | Buffer, bounds = AMPLE): unknown => {
  const bytes = Buffer.from(text);
  const found = boundedJson(bytes, bounds);
  return "excess" in found ? found.excess : found.json;
};

describe("JSON of large bodies", () => {
  it("is what parseJson makes of it, where nothing is beyond the bounds", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "grapheme" }), fc.nat(4), (text, indent) => {
        const laid = JSON.stringify(JSON.parse(text), undefined, indent);
        expect(read(text)).toStrictEqual(JSON.parse(text));
        expect(read(` \r\n\t${laid}\n`)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("is refused as parseJson refuses it, whatever was changed in it", () => {
    const piece = fc.constantFrom(
      ...'{}[]",:\\ \n\t0123456789-+.eEutrflasn\u0001\u00e9\ud83d\ude00',
      "\\u00",
      "\\ud83d",
      "null",
      "",
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(200), fc.nat(3), piece, (text, place, length, put) => {
        const at = place % (text.length + 1);
        const changed = Buffer.from(text.slice(0, at) + put + text.slice(at + length)).toString();
        const parsed = parseJson(changed);
        expect(read(changed)).toStrictEqual(parsed);
        // The reader checks skipped members just as strictly.
        expect(read(changed, { ...AMPLE, mostUnknown: 0 }) === undefined).toBe(parsed === undefined);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    "",
    " ",
    "[1,]",
    "[,1]",
    "[1 2]",
    '{"a":1,}',
    '{"a"}',
    '{"a":}',
    "{a:1}",
    "{,}",
    "[1}",
    '{"a":1]',
    "[[1]",
    "01",
    "-",
    "1.",
    ".5",
    "1e",
    "1e+",
    "+1",
    "1e400",
    "-0",
    "1E-2",
    "12345678901234567890",
    "nul",
    "truefalse",
    '"a',
    '"\\x"',
    '"\\u12g4"',
    '"\\"',
    '"a\nb"',
    "\ufeff[]",
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1},"constructor":2,"2":0,"1":0}',
    '"\\ud800"',
    `${"[".repeat(500)}${"]".repeat(500)}`,
    `${"[".repeat(501)}${"]".repeat(501)}`,
  ])("is what parseJson makes of %j", (text) => {
    expect(read(text)).toStrictEqual(parseJson(text));
    expect(JSON.stringify(read(text))).toBe(JSON.stringify(parseJson(text)));
  });

  it("of bytes that are no UTF-8 has replacement characters in the same places", () => {
    for (const bytes of [[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc3, 0xa9]]) {
      const text = Buffer.from([0x22, 0x61, ...bytes, 0x62, 0x22]);
      expect(read(text)).toBe(JSON.parse(text.toString("utf8")));
    }
  });

  it("keeps the members that are listed, wherever they stand, and some of the others", () => {
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`m${at}`, { id: at }]));
    expect(read(JSON.stringify({ ...many, id: "a", results: [{ ...many, id: "b" }] }), TIGHT)).toEqual({
      m0: { id: 0 },
      m1: { id: 1 },
      m2: { id: 2 },
      id: "a",
      results: [{ m0: { id: 0 }, m1: { id: 1 }, m2: { id: 2 }, id: "b" }],
    });
  });

  it("keeps the last value of a name that stands there twice, however many others stand between", () => {
    const name = fc.constantFrom(
      "",
      "i",
      "id",
      "ib",
      "results",
      "resulta",
      "__proto__",
      "\u00e9",
      "a",
      "b",
      "c",
      "d",
      "e",
      "f",
    );
    const value = fc.constantFrom(0, 7, -1, 12, 1.5, "", "x", "\n", null, false, [], { id: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 40 }), (members) => {
        const kept = new Map<string, unknown>();
        let unknown = 0;
        for (const [one, value] of members) {
          const isKnown = one === "id" || one === "results" || kept.has(one);
          if (!isKnown) unknown += 1;
          if (isKnown || unknown <= TIGHT.mostUnknown) kept.set(one, value);
        }
        const text = `{${members.map(([one, value]) => `${JSON.stringify(one)}:${JSON.stringify(value)}`).join(",")}}`;
        const found = read(text, { ...TIGHT, longestName: 20, mostValues: 1_000 });
        expect(new Map(Object.entries(found as object))).toEqual(kept);
      }),
    );
  });

  it("cuts texts and names, with and without escapes", () => {
    expect(
      read(JSON.stringify({ "long name": "0123456789abc", id: "\u00e9".repeat(20), e: "\n".repeat(20) }), TIGHT),
    ).toEqual({
      "long nam": "0123456789",
      id: "\u00e9".repeat(10),
      e: "\n".repeat(10),
    });
  });

  it("says what there is too much of, but not of what nobody listed", () => {
    expect(read(JSON.stringify({ results: [1, 2, 3, 4] }), TIGHT)).toEqual({ results: [1, 2, 3, 4] });
    expect(read(JSON.stringify({ results: [1, 2, 3, 4, 5] }), TIGHT)).toBe("more than 4 items in one list");
    const nested = (count: number): unknown =>
      Array.from({ length: 3 }, () => Array.from({ length: 3 }, () => Array(count).fill(0)));
    expect(read(JSON.stringify(nested(3)), TIGHT)).toEqual(nested(3));
    expect(read(JSON.stringify(nested(4)), TIGHT)).toBe("more than 40 values");
    expect(read(JSON.stringify({ a: 1, b: 2, c: 3, d: Array(100).fill(0), id: 1 }), TIGHT)).toEqual({
      a: 1,
      b: 2,
      c: 3,
      id: 1,
    });
  });

  it("refuses what is malformed in a part that is not kept", () => {
    expect(read('{"a":1,"b":2,"c":3,"d":[1,],"id":1}', TIGHT)).toBeUndefined();
    expect(read('{"a":1,"b":2,"c":3,"d":"\\x","id":1}', TIGHT)).toBeUndefined();
    for (const member of [
      '"d":01',
      '"d":-',
      '"d":',
      '"d"1',
      '"d":1"e":2',
      '"d":1,',
      '"d":"\n"',
      '"d\n":1',
      '"d":1]',
      '"d":1.',
    ])
      expect(read(`{"a":1,"b":2,"c":3,${member}}`, TIGHT)).toBeUndefined();
    expect(read(`{"a":1,"b":2,"c":3,"d":${"[".repeat(600)}${"]".repeat(600)}}`, TIGHT)).toBeUndefined();
  });
});
