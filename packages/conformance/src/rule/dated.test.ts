import { readFileSync } from "node:fs";
import { RESOURCE_DATE } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { requirements } from "../requirements/requirements.ts";
import { hasOtherBody, isOfOtherDate, ONE_DATE_ALONE } from "./dated.ts";

it("names requirements that there are", () => {
  const ids = requirements.map(({ id }) => id);
  expect([...ONE_DATE_ALONE].filter((id) => !ids.includes(id))).toEqual([]);
});

it("leaves out nothing of the description's own date", () => {
  expect(isOfOtherDate("VER-2-PATH", RESOURCE_DATE)).toBe(false);
  expect(isOfOtherDate("VER-2-PATH", "2023-01-01")).toBe(true);
  expect(isOfOtherDate("PAGE-UNION", "2023-01-01")).toBe(false);
  expect(hasOtherBody("createSearchIndex", RESOURCE_DATE)).toBe(false);
  expect(hasOtherBody("createSearchIndex", "2023-01-01")).toBe(true);
});

it("are all named where traffic is explained", () => {
  const words = readFileSync(new URL("../../../../docs/traffic.md", import.meta.url), "utf8");
  expect([...ONE_DATE_ALONE].filter((id) => !words.includes(`\`${id}\``))).toEqual([]);
});
