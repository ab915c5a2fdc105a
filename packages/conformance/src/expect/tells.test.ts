import { expect, it } from "vitest";
import { broken, inconclusive, upheld } from "../ground/judgement.ts";
import { tells } from "./tells.ts";

it("a yes counts only where a no could have been seen", () => {
  expect(tells(upheld, true, "two records")).toEqual(upheld);
  expect(tells(upheld, false, "two records")).toEqual(inconclusive("two records"));
  expect(tells(upheld, false, () => "two records")).toEqual(inconclusive("two records"));
});

it("a no counts whatever there was to see", () => {
  expect(tells(broken("a", "b"), false, "two records")).toEqual(broken("a", "b"));
});
