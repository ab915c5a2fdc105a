import { expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { createValidator } from "../validate.ts";
import { privateIpMode, privateIpModeInput } from "./private-ip-mode.ts";

const { accepts } = createValidator();

it.each([privateIpModeInput, privateIpMode])("$title requires a boolean, and is false in its example", (schema) => {
  const wrong = [{}, { enabled: "x" }, { enabled: 0 }, [], "false"];
  expect(wrong.filter((body) => accepts(schema, body))).toEqual([]);
  expect(accepts(schema, { enabled: false })).toBe(true);
  expect(exampleOf(schema)).toEqual({ enabled: false });
});

it("privateIpModeInput accepts true, and requires its member as a SHOULD", () => {
  expect(accepts(privateIpModeInput, { enabled: true })).toBe(true);
  expect(privateIpModeInput["x-level"]).toBe("SHOULD");
  expect(privateIpModeInput.properties?.["enabled"]?.["x-level"]).toBeUndefined();
});
