import { atlas, bindContract } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { isAddition, notServed } from "./is-addition.ts";

const contract = bindContract(atlas);

it("is an operation that a profile puts into a version of its own accord", () => {
  const added = contract.operation("listClusters", "2");
  expect(isAddition({ operation: added, version: "2" })).toBe(true);
  expect(isAddition({ operation: added, version: "1.0" })).toBe(false);
  expect(notServed({ operation: added, version: "2" })).toBe(
    "the description does not have listClusters in version 2, and the target does not serve it",
  );
});

it("is no operation that stands apart from the versions", () => {
  expect(isAddition({ operation: contract.operation("issueServiceToken"), version: "standalone" })).toBe(false);
});
