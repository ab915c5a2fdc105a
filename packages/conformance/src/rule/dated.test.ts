import { readFileSync } from "node:fs";
import { RESOURCE_DATE } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { requirements } from "../requirements/requirements.ts";
import { hasOtherBody, isOfOtherDate, ONE_DATE_ALONE } from "./dated.ts";

it("ONE_DATE_ALONE names existing requirements", () => {
  const ids = requirements.map(({ id }) => id);
  expect([...ONE_DATE_ALONE].filter((id) => !ids.includes(id))).toEqual([]);
});

it("isOfOtherDate and hasOtherBody are false for the description's own date", () => {
  expect(isOfOtherDate("VER-2-PATH", RESOURCE_DATE)).toBe(false);
  expect(isOfOtherDate("VER-2-PATH", "2023-01-01")).toBe(true);
  expect(isOfOtherDate("PAGE-UNION", "2023-01-01")).toBe(false);
  expect(hasOtherBody("createSearchIndex", RESOURCE_DATE)).toBe(false);
  expect(hasOtherBody("createSearchIndex", "2023-01-01")).toBe(true);
});

it("docs/traffic.md names every requirement of ONE_DATE_ALONE", () => {
  const words = readFileSync(new URL("../../../../docs/traffic.md", import.meta.url), "utf8");
  expect([...ONE_DATE_ALONE].filter((id) => !words.includes(`\`${id}\``))).toEqual([]);
});
