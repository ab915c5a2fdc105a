import { describe, expect, it } from "vitest";
import { keptMembers } from "./kept-members.ts";
import { shapeOf } from "./shape.ts";

const text = { type: "string" } as const;
const shape = shapeOf([
  {
    type: "object",
    properties: {
      name: text,
      note: text,
      size: { type: "object", properties: { disk: { type: "integer" } } },
      tags: { type: "array", items: { type: "object", properties: { key: text, value: text } } },
    },
  },
]);
const states = (sent: unknown, shown: unknown): Record<string, string> =>
  Object.fromEntries(keptMembers(sent, shown, shape).map(({ pointer, state }) => [pointer, state]));

describe("keptMembers", () => {
  it("reports each innermost member as shown, lost or unlisted", () => {
    const sent = { name: "a", note: "b", size: { disk: 40 }, secret: "s" };
    expect(states(sent, { name: "a", size: { disk: 10 } })).toEqual({
      "/name": "shown",
      "/note": "lost",
      "/size/disk": "lost",
      "/secret": "unlisted",
    });
  });

  it("compares list items in any order, and reports the worst state", () => {
    const tags = [
      { key: "a", value: "1" },
      { key: "b", value: "2" },
    ];
    expect(states({ tags }, { tags: tags.toReversed() })).toEqual({ "/tags/-/key": "shown", "/tags/-/value": "shown" });
    expect(states({ tags }, { tags: [tags[1], { key: "a", value: "2" }] })).toMatchObject({ "/tags/-/value": "lost" });
    expect(states({ tags }, {})).toEqual({ "/tags/-/key": "lost", "/tags/-/value": "lost" });
  });

  it("skips empty values, which an answer may omit", () => {
    expect(states({ tags: [], note: null }, {})).toEqual({});
    expect(states({ tags: [] }, { tags: [{ key: "a" }] })).toEqual({ "/tags": "lost" });
  });
});
