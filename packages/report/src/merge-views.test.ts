import { describe, expect, it } from "vitest";
import { mergeViews } from "./merge-views.ts";
import type { KeptCell } from "./report-views.ts";
import { SAMPLE_VIEWS } from "./views.test-support.ts";

describe("mergeViews", () => {
  it("holds what each shard gathered once", () => {
    const { comparison, ...views } = SAMPLE_VIEWS;
    const merged = mergeViews([views, views, {}]);
    expect(merged.kept).toHaveLength(views.kept.length);
    expect(merged.drift).toEqual(views.drift);
    expect(mergeViews([{}])).toEqual({});
  });

  it("takes for lost what one shard saw lost", () => {
    const cell = (state: KeptCell["state"]): KeptCell => ({ operation: "o", pointer: "/a", view: "getO", state });
    for (const shards of [
      [{ kept: [cell("shown")] }, { kept: [cell("lost")] }],
      [{ kept: [cell("lost")] }, { kept: [cell("shown")] }],
    ])
      expect(mergeViews(shards).kept).toEqual([cell("lost")]);
  });
});
