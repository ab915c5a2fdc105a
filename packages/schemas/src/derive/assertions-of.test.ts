import { expect, it } from "vitest";
import { array, integer, object, string } from "../build.ts";
import { assertionsOf } from "./assertions-of.ts";

it("assertionsOf keeps assertions and members, whatever the members are named", () => {
  const told = object(
    { title: string({ title: "Title", examples: ["a"] }), default: array(integer({ minimum: 1, default: 2 })) },
    {},
    { description: "Told.", "x-level": "SHOULD" },
  );
  expect(assertionsOf(told)).toEqual({
    type: "object",
    properties: { title: { type: "string" }, default: { type: "array", items: { type: "integer", minimum: 1 } } },
    required: ["title", "default"],
  });
});
