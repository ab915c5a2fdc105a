import { expect, test } from "vitest";
import { sampleOf } from "./sample.ts";

const things = Array.from({ length: 200 }, (_, index) => ({ id: `a.ts#${index}` }));
const ids = (sample: readonly { readonly id: string }[]) => sample.map(({ id }) => id);

test("a sample is the same for the same seed, whatever the order, and another for another seed", () => {
  const sample = ids(sampleOf(things, 20, 1));
  expect(sample.length).toBe(20);
  expect(ids(sampleOf(things.toReversed(), 20, 1)).toSorted()).toEqual(sample.toSorted());
  expect(ids(sampleOf(things, 20, 2))).not.toEqual(sample);
});

test("a larger sample holds the smaller one, and is never larger than there are things", () => {
  const sample = new Set(ids(sampleOf(things, 60, 1)));
  expect(ids(sampleOf(things, 20, 1)).filter((id) => !sample.has(id))).toEqual([]);
  expect(sampleOf(things, 1_000, 1)).toEqual(things);
});

test("what is taken from the sources changes no other draw", () => {
  const [gone] = sampleOf(things, 20, 1);
  const left = things.filter((thing) => thing !== gone);
  const before = ids(sampleOf(things, 20, 1)).filter((id) => id !== gone?.id);
  expect(ids(sampleOf(left, 20, 1))).toEqual(expect.arrayContaining(before));
});
