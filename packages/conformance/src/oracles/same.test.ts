import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { sameRead } from "./same.ts";

const answer = (json: unknown): Exchange => {
  const body = JSON.stringify(json);
  return {
    id: "x1",
    startedAt: 0,
    milliseconds: 1,
    request: { method: "GET", url: "http://127.0.0.1/", headers: [], credential: { scheme: "none" } },
    response: { status: 200, headers: [], body, bodyBytes: body.length, invalidUtf8: false, json },
  };
};
const kindOf = (one: unknown, other: unknown): string => sameRead(answer(one), answer(other), "the same").kind;
const bucket = (id: string, bucketName = "b") => ({ _id: id, bucketName });

describe("sameRead", () => {
  it.each([
    [
      "records whose id has another member name",
      { results: [bucket("a"), bucket("b")], totalCount: 2 },
      { results: [bucket("b"), bucket("a")], totalCount: 2 },
    ],
    ["texts in another order", ["a", "b"], ["b", "a"]],
    [
      "a counter that moves",
      { results: [{ groupId: "g", clusters: [{ alertCount: 1 }] }], totalCount: 1 },
      { results: [{ groupId: "g", clusters: [{ alertCount: 2 }] }], totalCount: 1 },
    ],
    [
      "other records of a longer list",
      { results: [bucket("a")], totalCount: 2 },
      { results: [bucket("b")], totalCount: 2 },
    ],
    ["a record", { name: "a", size: 1 }, { size: 1, name: "a" }],
  ])("holds for %s", (_what, one, other) => {
    expect(kindOf(one, other)).toBe("holds");
  });

  it.each([
    [
      "a record without id differs",
      { results: [bucket("a")], totalCount: 1 },
      { results: [bucket("a", "c")], totalCount: 1 },
    ],
    ["a text differs", ["a", "b"], ["a", "c"]],
    [
      "a complete list has another record",
      { results: [{ id: "a" }], totalCount: 1 },
      { results: [{ id: "b" }], totalCount: 1 },
    ],
    ["a list without a count has another record", { results: [{ id: "a" }] }, { results: [{ id: "b" }] }],
    ["the count differs", { results: [], totalCount: 1 }, { results: [], totalCount: 2 }],
    ["a bare list is wrapped", ["a"], { results: ["a"] }],
  ])("is broken if %s", (_what, one, other) => {
    expect(kindOf(one, other)).toBe("broken");
  });
});
