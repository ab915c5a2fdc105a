import { describe, expect, it } from "vitest";
import { newIds } from "./new-ids.ts";

const state = (id: string) => ({ policies: [{ id: "5", policyItems: [{ id, retentionValue: 7 }] }] });

describe("ids in a state that was put back", () => {
  it("are named where they are others", () => {
    expect(newIds(state("6"), state("7"))).toEqual(["/policies/0/policyItems/0/id was 6 and is 7"]);
  });

  it("are not where they are the same, or where only one of both states has them", () => {
    expect(newIds(state("6"), state("6"))).toEqual([]);
    expect(newIds({ policies: [{}] }, state("6"))).toEqual([]);
    expect(newIds(state("6"), undefined)).toEqual([]);
  });
});
