import { expect, it } from "vitest";
import { NotOfferedError, needsOffered } from "./not-offered-error.ts";

it("what is missing is named, with what it is missing for", () => {
  const needs = () => needsOffered("listAlerts", "no alert is known");
  expect(needs).toThrow(NotOfferedError);
  expect(needs).toThrow("no alert is known, because the target does not offer listAlerts");
});
