import { describe, expect, it } from "vitest";
import { idIn, insidesOf, listIn } from "./envelope.ts";

const list = { results: [{ id: "a" }], totalCount: 1 };
const record = { id: "a", enabled: true };

describe("insidesOf, for an envelope", () => {
  it.each([
    ["results at the top beside status", { ...list, status: 200 }],
    ["the list object under content", { status: 200, content: list }],
    ["the bare array under content", { status: 200, content: [{ id: "a" }] }],
  ])("accepts %s", (_what, body) => {
    expect(listIn(body)).toHaveLength(1);
    expect(insidesOf(body, list)).toContainEqual(list);
  });

  it("finds a record under any member, and requires the record", () => {
    expect(insidesOf({ status: 200, content: record }, record)).toEqual([record]);
    expect(insidesOf({ status: 200, body: { ...record, links: [] } }, record)).toEqual([{ ...record, links: [] }]);
    expect(insidesOf({ status: 200, content: {} }, record)).toEqual([]);
    expect(insidesOf(record, record)).toEqual([]);
  });

  it("accepts an empty object for a record without members", () => {
    expect(insidesOf({ status: 200, content: {} }, {})).toEqual([{}]);
    expect(insidesOf({ status: 200 }, {})).toEqual([]);
  });

  it("rejects a double envelope", () => {
    expect(insidesOf({ status: 200, content: { content: list } }, list)).toEqual([]);
  });

  it("includes the count of a list, if there is one", () => {
    expect(insidesOf({ status: 200, content: list.results, totalCount: 5 }, list)).toContainEqual({
      ...list,
      totalCount: 5,
    });
    expect(insidesOf({ status: 200, content: ["a"] }, ["a"])).toContainEqual(["a"]);
  });

  it("idIn finds the id with and without an envelope", () => {
    expect(idIn(record)).toBe("a");
    expect(idIn({ content: record, status: 200 })).toBe("a");
    expect(idIn([])).toBeUndefined();
  });
});
