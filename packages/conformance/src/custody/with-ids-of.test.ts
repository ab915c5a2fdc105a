import { describe, expect, it } from "vitest";
import { withIdsOf } from "./with-ids-of.ts";

const state = (policy: string, item: string, retentionValue: number) => ({
  policies: [{ id: policy, policyItems: [{ id: item, retentionValue }] }],
});

describe("a state with the ids of another", () => {
  it("keeps its values", () => {
    expect(withIdsOf(state("5", "6", 7), state("8", "9", 1))).toEqual(state("8", "9", 7));
  });

  it("gets no id where it has none, and keeps its own where the other has none", () => {
    expect(withIdsOf({ policies: [{ policyItems: [{ retentionValue: 7 }] }] }, state("8", "9", 1))).toEqual({
      policies: [{ policyItems: [{ retentionValue: 7 }] }],
    });
    expect(withIdsOf(state("5", "6", 7), { policies: [] })).toEqual(state("5", "6", 7));
    expect(withIdsOf(state("5", "6", 7), undefined)).toEqual(state("5", "6", 7));
  });
});
