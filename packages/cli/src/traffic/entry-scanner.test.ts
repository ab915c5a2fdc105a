import fc from "fast-check";
import { expect, it } from "vitest";
import { EntryScanner, type Piece } from "./entry-scanner.ts";

const MOST = 10_000;

/** The pieces found in a text that arrives in chunks of `size` bytes, and its ending. */
function found(text: string, size = text.length + 1) {
  const scanner = new EntryScanner(MOST);
  const bytes = Buffer.from(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(...scanner.push(bytes.subarray(at, at + size)));
  return { pieces: pieces.map(told), cut: scanner.cut };
}

const told = (piece: Piece): unknown =>
  "bytes" in piece ? [piece.kind, JSON.parse(piece.bytes.toString("utf8"))] : [piece.kind];

it("finds the entries of any archive, in whatever pieces it comes", () => {
  const member = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(
      fc.array(member),
      member,
      member,
      fc.nat(40),
      fc.boolean(),
      (entries, other, creator, size, isLaidOut) => {
        const log = { ...other, creator, entries, other };
        const text = JSON.stringify({ other, log, more: [other] }, undefined, isLaidOut ? 2 : undefined);
        const { pieces, cut } = found(text, size + 1);
        expect(cut).toBeUndefined();
        const read = JSON.parse(text) as { readonly log: { readonly entries: readonly unknown[] } };
        expect(pieces.filter((piece) => Array.isArray(piece) && piece[0] === "entry")).toEqual(
          read.log.entries.map((entry) => ["entry", entry]),
        );
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  ["brackets and quotes in texts", '{"log":{"entries":[{"a":"}]\\"{["}]}}', [["entry", { a: '}]"{[' }]]],
  ["a name that is escaped", '{"l\\u006fg":{"entries":[{}]}}', [["entry", {}]]],
  [
    "lists of the same name elsewhere",
    '{"entries":[{}],"log":{"pages":{"entries":[{}]},"entries":[{"a":1}]}}',
    [["entry", { a: 1 }]],
  ],
  [
    "entries that are none",
    '{"log":{"entries":[1,"a",null,[],{}]}}',
    [["bare"], ["bare"], ["bare"], ["entry", []], ["entry", {}]],
  ],
  ["no entries", '{"log":{"entries":[]}}', []],
  ["its writer", '{"log":{"creator":{"name":"a"},"entries":[]}}', [["writer", { name: "a" }]]],
])("knows %s", (_what, text, pieces) => {
  for (const size of [1, 2, 3, 7, 1_000]) expect(found(text, size)).toEqual({ pieces, cut: undefined });
});

it.each([
  ['{"log":{"entries":[{"a":1},{"b"', "it ends in the middle of the archive", 1],
  ['{"log":{"entries":[{}]}} trailing', "something follows the archive", 1],
  ['{"log":{"entries":[{}]}}{}', "something follows the archive", 1],
  ['{"log":{"entries":[{}]}}}', "something follows the archive", 1],
  ['{"log":{"entries":[{}],"entries":[{}]}}', "it has a second list of entries, which Plumbline does not read", 1],
  ["7", "it does not begin with a JSON object", 0],
  ["", "it ends in the middle of the archive", 0],
])("says of %s that %s", (text, cut, count) => {
  expect(found(text)).toMatchObject({ cut, pieces: { length: count } });
});

it("passes over what is too long or too deep, and goes on behind it", () => {
  const long = `{"a":"${"b".repeat(MOST)}"}`;
  const deep = `{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`;
  const pieces = [["beyond"], ["entry", { c: 1 }], ["beyond"]];
  for (const size of [1, 100, 100_000])
    expect(found(`{"log":{"entries":[${long},{"c":1},${deep}]}}`, size)).toEqual({ pieces, cut: undefined });
});
