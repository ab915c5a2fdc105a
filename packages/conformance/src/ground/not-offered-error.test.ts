import { expect, it } from "vitest";
import { NotOfferedError, needsOffered } from "./not-offered-error.ts";

it("needsOffered names the absent operation, and what needs it", () => {
  const needs = () => needsOffered("listAlerts", "no alert is known");
  expect(needs).toThrow(NotOfferedError);
  expect(needs).toThrow("no alert is known, because the target does not offer listAlerts");
});
