import { expect, it } from "vitest";
import { broken, inconclusive, upheld } from "../ground/judgement.ts";
import { tells } from "./tells.ts";

it("tells() lets an upheld judgement count only if a failure would have been visible", () => {
  expect(tells(upheld, true, "two records")).toEqual(upheld);
  expect(tells(upheld, false, "two records")).toEqual(inconclusive("two records"));
  expect(tells(upheld, false, () => "two records")).toEqual(inconclusive("two records"));
});

it("tells() lets a broken judgement always count", () => {
  expect(tells(broken("a", "b"), false, "two records")).toEqual(broken("a", "b"));
});
