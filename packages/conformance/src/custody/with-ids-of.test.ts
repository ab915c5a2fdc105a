import { describe, expect, it } from "vitest";
import { withIdsOf } from "./with-ids-of.ts";

const state = (policy: string, item: string, retentionValue: number) => ({
  policies: [{ id: policy, policyItems: [{ id: item, retentionValue }] }],
});

describe("withIdsOf", () => {
  it("keeps the values and takes the other state's ids", () => {
    expect(withIdsOf(state("5", "6", 7), state("8", "9", 1))).toEqual(state("8", "9", 7));
  });

  it("adds no id where the state has none, and removes an id that the other state lacks", () => {
    const bare = { policies: [{ policyItems: [{ retentionValue: 7 }] }] };
    expect(withIdsOf(bare, state("8", "9", 1))).toEqual(bare);
    expect(withIdsOf(state("5", "6", 7), { policies: [] })).toEqual(bare);
    expect(withIdsOf(state("5", "6", 7), undefined)).toEqual(bare);
  });

  it('keeps members whose names merely end in "Id"', () => {
    expect(withIdsOf({ export: { exportBucketId: "5" } }, {})).toEqual({ export: { exportBucketId: "5" } });
  });
});
