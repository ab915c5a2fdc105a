import { describe, expect, it } from "vitest";
import { idIn, listIn, wraps } from "./envelope.ts";

const list = { results: [{ id: "a" }], totalCount: 1 };
const record = { id: "a", enabled: true };

describe("an envelope", () => {
  it.each([
    ["results at the top beside status", { ...list, status: 200 }],
    ["the list object under content", { status: 200, content: list }],
    ["the bare array under content", { status: 200, content: [{ id: "a" }] }],
  ])("of a list may hold %s", (_what, body) => {
    expect(listIn(body)).toHaveLength(1);
    expect(wraps(body, list)).toBe(true);
  });

  it("of a record may use any member, and must hold the record", () => {
    expect(wraps({ status: 200, content: record }, record)).toBe(true);
    expect(wraps({ status: 200, body: { ...record, links: [] } }, record)).toBe(true);
    expect(wraps({ status: 200, content: {} }, record)).toBe(false);
    expect(wraps(record, record)).toBe(false);
  });

  it("of a record that has no members holds an empty object", () => {
    expect(wraps({ status: 200, content: {} }, {})).toBe(true);
    expect(wraps({ status: 200 }, {})).toBe(false);
  });

  it("wrapped twice is none", () => {
    expect(wraps({ status: 200, content: { content: list } }, list)).toBe(false);
  });

  it("gives the id of the record wherever it stands", () => {
    expect(idIn(record)).toBe("a");
    expect(idIn({ content: record, status: 200 })).toBe("a");
    expect(idIn([])).toBeUndefined();
  });
});
