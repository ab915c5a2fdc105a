import { expect, it } from "vitest";
import type { JsonSchema } from "../json-schema.ts";
import { typeByType } from "./type-by-type.ts";

it.each<[JsonSchema, JsonSchema]>([
  [{ type: "string" }, { type: "string" }],
  [
    { type: ["string", "null"], maxLength: 3 },
    { type: ["string", "null"], maxLength: 3 },
  ],
  [
    { title: "Either", type: ["object", "string"], properties: { a: {} }, maxLength: 3, not: { type: "object" } },
    {
      title: "Either",
      not: { type: "object" },
      anyOf: [
        { type: "object", properties: { a: {} } },
        { type: "string", maxLength: 3 },
      ],
    },
  ],
])("typeByType turns %j into %j", (schema, told) => {
  expect(typeByType(schema)).toEqual(told);
});
