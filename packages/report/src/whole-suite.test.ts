import { expect, it } from "vitest";
import { isWholeSuite } from "./whole-suite.ts";

it.each([
  [undefined, true],
  ["shard 1/1", true],
  ["shard 2/2; shard 1/2", true],
  ["shard 1/2", false],
  ["shard 1/2; shard 1/2", false],
  ["shard 1/2; shard 2/3", false],
  ["areas PAGE", false],
  ["areas PAGE; shard 1/2; shard 2/2", false],
])("%j leaves nothing out: %s", (selection, whole) => {
  expect(isWholeSuite(selection)).toBe(whole);
});
