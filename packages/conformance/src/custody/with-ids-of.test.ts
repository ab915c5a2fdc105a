import { describe, expect, it } from "vitest";
import { withIdsOf } from "./with-ids-of.ts";

const state = (policy: string, item: string, retentionValue: number) => ({
  policies: [{ id: policy, policyItems: [{ id: item, retentionValue }] }],
});

describe("a state with the ids of another", () => {
  it("keeps its values", () => {
    expect(withIdsOf(state("5", "6", 7), state("8", "9", 1))).toEqual(state("8", "9", 7));
  });

  it("gets no id where it has none, and loses its own where the other has none", () => {
    const bare = { policies: [{ policyItems: [{ retentionValue: 7 }] }] };
    expect(withIdsOf(bare, state("8", "9", 1))).toEqual(bare);
    expect(withIdsOf(state("5", "6", 7), { policies: [] })).toEqual(bare);
    expect(withIdsOf(state("5", "6", 7), undefined)).toEqual(bare);
  });

  it("keeps members that only end in an id", () => {
    expect(withIdsOf({ export: { exportBucketId: "5" } }, {})).toEqual({ export: { exportBucketId: "5" } });
  });
});
