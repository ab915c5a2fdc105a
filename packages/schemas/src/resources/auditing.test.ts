import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { createValidator } from "../validate.ts";
import { auditing, auditingInput } from "./auditing.ts";

const { accepts, violations } = createValidator();

describe("the auditing configuration", () => {
  it.each([auditingInput, auditing])("has a valid example of $title, whose filter is JSON", (schema) => {
    const example = exampleOf(schema) as { auditFilter: string };
    expect(violations(schema, example)).toEqual([]);
    expect(JSON.parse(example.auditFilter)).toEqual({ atype: "authenticate" });
  });

  it("requires no member, and is off by default", () => {
    expect(accepts(auditingInput, {})).toBe(true);
    expect(accepts(auditing, {})).toBe(true);
    expect(auditingInput.properties?.["enabled"]?.default).toBe(false);
    expect(auditingInput.properties?.["auditAuthorizationSuccess"]?.default).toBe(false);
  });

  it.each<[string, object]>([
    ["a word for enabled", { enabled: "x" }],
    ["a number for auditAuthorizationSuccess", { auditAuthorizationSuccess: 1 }],
    ["a filter that is not a text", { auditFilter: {} }],
  ])("refuses %s", (_what, members) => {
    expect(accepts(auditingInput, members)).toBe(false);
    expect(accepts(auditing, members)).toBe(false);
  });

  it("ignores the configuration type of a request, and checks its type in an answer", () => {
    expect(accepts(auditingInput, { configurationType: 5 })).toBe(true);
    expect(accepts(auditing, { configurationType: 5 })).toBe(false);
    expect(accepts(auditing, { configurationType: "OF_TOMORROW" })).toBe(true);
    expect(exampleOf(auditing)).toMatchObject({ configurationType: "NONE" });
  });
});
