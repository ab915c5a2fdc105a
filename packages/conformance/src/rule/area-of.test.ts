import { expect, it } from "vitest";
import { areaOf } from "./area-of.ts";

it.each([
  ["PAGE-SHAPE", "PAGE"],
  ["PRETTY-SAME", "ENV"],
  ["OP03-PARAMS", "OPS"],
  ["OP12a-BIND", "OPS"],
])("areaOf %s is %s", (id, area) => {
  expect(areaOf(id)).toBe(area);
});
