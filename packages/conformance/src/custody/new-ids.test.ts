import { describe, expect, it } from "vitest";
import { newIds } from "./new-ids.ts";

const state = (id: string) => ({ policies: [{ id: "5", policyItems: [{ id, retentionValue: 7 }] }] });

describe("newIds, for a restored state", () => {
  it("names an id that differs", () => {
    expect(newIds(state("6"), state("7"))).toEqual(["/policies/0/policyItems/0/id was 6 and is 7"]);
  });

  it("names nothing if the ids are equal or only one state has them", () => {
    expect(newIds(state("6"), state("6"))).toEqual([]);
    expect(newIds({ policies: [{}] }, state("6"))).toEqual([]);
    expect(newIds(state("6"), undefined)).toEqual([]);
  });
});
