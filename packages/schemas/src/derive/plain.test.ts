import { describe, expect, it } from "vitest";
import { plain } from "./plain.ts";

describe("plain", () => {
  it.each([
    [{ type: "string", "x-values": "kinds" }, { type: "string" }],
    [
      { type: "string", examples: ["b"], "x-known-values": ["a", "b"] },
      { type: "string", examples: ["b", "a"] },
    ],
    [{ oneOf: [{}], discriminator: { propertyName: "a" } }, { oneOf: [{}] }],
    [
      { properties: { "x-a": { "x-level": "SHOULD" }, discriminator: {} } },
      { properties: { "x-a": {}, discriminator: {} } },
    ],
    [{ type: "object", allOf: [{ "x-if": {} }] }, { type: "object" }],
    [{ examples: [{ "x-a": 1 }] }, { examples: [{ "x-a": 1 }] }],
    [
      { openapi: "3.0.3", components: { schemas: { A: { discriminator: { propertyName: "a" }, "x-if": {} } } } },
      { openapi: "3.0.3", components: { schemas: { A: { discriminator: { propertyName: "a" } } } } },
    ],
    [
      { openapi: "3.1.0", paths: { "/a": { get: { parameters: [{ name: "a", "x-a": 1 }], "x-provisional": true } } } },
      { openapi: "3.1.0", paths: { "/a": { get: { parameters: [{ name: "a" }] } } } },
    ],
  ])("turns %j into %j", (given, expected) => {
    expect(plain(given as object)).toEqual(expected);
  });
});
