import { expect, it } from "vitest";
import { aProbe, aStory, checkOf, subjectOf } from "./check.test-support.ts";
import type { Check } from "./check.ts";
import { inShard } from "./shard.ts";

/** FNV-1a again, computed with integers of any size. */
function fnv(text: string): number {
  let value = 0x811c9dc5n;
  for (const byte of Buffer.from(text)) value = ((value ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n;
  return Number(value);
}

/** As many shards as a hash has values, so each hash gets its own shard. */
const MOST = 2 ** 32;
const goesBy = (check: Check, text: string): boolean => inShard(check, { index: fnv(text) + 1, of: MOST });

it("inShard divides by the FNV-1a hash of the id", () => {
  expect([fnv(""), fnv("a"), fnv("foobar")]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  const [empty, letter] = ["", "a"].map((id) => checkOf(aProbe(id)));
  expect(empty && goesBy(empty, "")).toBe(true);
  expect(letter && goesBy(letter, "a")).toBe(true);
  expect(letter && goesBy(letter, "b")).toBe(false);
});

it("inShard keeps all checks of an operation together, in every version", () => {
  for (const version of ["1.0", "2"] as const)
    for (const rule of [aProbe("A"), aStory("B")])
      expect(goesBy(checkOf(rule, subjectOf("getAlert", version)), "getAlert")).toBe(true);
});

it("inShard keeps checks of one lane together, by the lane of the story or the write", () => {
  expect(goesBy(checkOf(aProbe("A"), subjectOf("updateAuditing")), "auditing")).toBe(true);
  expect(goesBy(checkOf(aStory("A", { lane: "link" }), subjectOf("updateAuditing")), "link")).toBe(true);
  expect(goesBy(checkOf(aProbe("A", { lane: "link" }), subjectOf("getAlert")), "getAlert")).toBe(true);
  expect(goesBy(checkOf(aProbe("A"), subjectOf("createAlertConfig")), "createAlertConfig")).toBe(true);
});

it("inShard puts each check into exactly one shard, counted from one", () => {
  for (const id of ["A", "B", "C", "D", "E"]) {
    const homes = [1, 2, 3].filter((index) => inShard(checkOf(aProbe(id)), { index, of: 3 }));
    expect(homes).toEqual([(fnv(id) % 3) + 1]);
  }
});
