import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lossIn } from "./loss.ts";
import { shapeOf } from "./shape.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    until: { type: "string", format: "date-time" },
    tags: {
      type: "array",
      items: { type: "object", properties: { key: { type: "string" }, value: { type: "string" } } },
    },
    free: { type: "object" },
    map: { type: "object", additionalProperties: { type: "object", properties: { count: { type: "integer" } } } },
  },
} as const;
const shape = shapeOf([schema]);
const pointerOf = (sent: unknown, shown: unknown): string | undefined => lossIn(sent, shown, shape)?.pointer;

describe("lossIn, for what was sent", () => {
  it("accepts a record with additional members, in another order", () => {
    const sent = {
      name: "a",
      tags: [
        { key: "k", value: "1" },
        { key: "k", value: "2" },
      ],
    };
    const shown = {
      id: 1,
      name: "a",
      tags: [
        { key: "k", value: "2" },
        { key: "k", value: "1", more: true },
      ],
    };
    expect(lossIn(sent, shown, shape)).toBeUndefined();
  });

  it.each([
    [{ name: "a" }, { name: "b" }, "/name"],
    [{ name: "a" }, {}, "/name"],
    [{ name: "a" }, { name: null }, "/name"],
    [{ name: "a" }, undefined, ""],
    [{ tags: [{ key: "k", value: "1" }] }, { tags: [] }, "/tags"],
    [{ tags: [{ key: "k", value: "1" }] }, { tags: [{ key: "k", value: "2" }] }, "/tags/0/value"],
    [{ tags: [{ key: "a" }, { key: "b" }] }, { tags: [{ key: "a" }, { key: "a" }] }, "/tags/1/key"],
    [{ free: { any: { thing: 1 } } }, { free: { any: {} } }, "/free/any/thing"],
    [{ map: { one: { count: 2 } } }, { map: { one: { count: 3 } } }, "/map/one/count"],
    [{ until: "2030-01-01T00:00:00Z" }, { until: "2030-01-02T00:00:00Z" }, "/until"],
  ])("compares %j with %j, and finds the loss at %s", (sent, shown, pointer) => {
    expect(pointerOf(sent, shown)).toBe(pointer);
  });

  it.each([
    [{ secret: "s" }, {}],
    [{ tags: [] }, {}],
    [{ free: {} }, {}],
    [{ until: "2030-01-01T00:00:00Z" }, { until: "2030-01-01T01:00:00.000+01:00" }],
  ])("accepts %j in place of %j: the member is unlisted, empty, or the same in another form", (sent, shown) => {
    expect(pointerOf(sent, shown)).toBeUndefined();
  });

  it("accepts a copy of what was sent, and finds any changed text", () => {
    const value = fc.record({
      name: fc.string({ minLength: 1 }),
      tags: fc.array(fc.record({ key: fc.string(), value: fc.string() }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(value, (sent) => {
        expect(pointerOf(sent, structuredClone(sent))).toBeUndefined();
        expect(pointerOf(sent, { ...sent, name: `${sent.name}!` })).toBe("/name");
        const [first, ...others] = sent.tags;
        if (first !== undefined)
          expect(pointerOf(sent, { ...sent, tags: [{ ...first, value: `${first.value}!` }, ...others] })).toMatch(
            /^\/tags/,
          );
      }),
    );
  });
});
