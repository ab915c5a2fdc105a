import { describe, expect, it } from "vitest";
import { countedIds } from "./counted-ids.ts";

describe("countedIds", () => {
  it("lists an id once, with the number of its occurrences", () => {
    expect(countedIds(["a", "b", "a", "a"], 2)).toEqual(["a (3 times)", "b"]);
  });

  it("counts the different ids that it does not list", () => {
    expect(countedIds(["a", "b", "c", "c", "a"], 1)).toEqual(["a (2 times)", "and 2 more"]);
  });

  it("lists nothing of nothing", () => {
    expect(countedIds([], 1)).toEqual([]);
  });
});
