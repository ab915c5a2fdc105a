import { atlas, bindContract } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { isAddition, notServed } from "./is-addition.ts";

const contract = bindContract(atlas);

it("isAddition is true for an operation that only the profile has in a version", () => {
  const added = contract.operation("listClusters", "2");
  expect(isAddition({ operation: added, version: "2" })).toBe(true);
  expect(isAddition({ operation: added, version: "1.0" })).toBe(false);
  expect(notServed({ operation: added, version: "2" })).toBe(
    "the description does not have listClusters in version 2, and the target does not serve it",
  );
});

it("isAddition is false for a standalone operation", () => {
  expect(isAddition({ operation: contract.operation("issueServiceToken"), version: "standalone" })).toBe(false);
});
