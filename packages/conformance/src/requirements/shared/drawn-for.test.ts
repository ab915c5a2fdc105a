import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { expect, it } from "vitest";
import type { Subject } from "../../ground/subject.ts";
import { drawnFor } from "./drawn-for.ts";

const contract = bindContract(neutral);
const on = (id: OperationId, version: "1.0" | "2"): Subject => ({
  operation: contract.operation(id, version),
  version,
});
const all = ["a", "b", "c", "d"];

it("drawnFor gives consecutive items to the versions of an operation, and starts elsewhere for another operation", () => {
  const both = [...drawnFor(on("updateCustomDns", "1.0"), all, 2), ...drawnFor(on("updateCustomDns", "2"), all, 2)];
  expect(both.toSorted()).toEqual(all);
  expect(drawnFor(on("updateAuditing", "1.0"), all, 1)).not.toEqual(drawnFor(on("getCustomDns", "1.0"), all, 1));
  expect(drawnFor(on("updateCustomDns", "1.0"), all, 1, 1)).toEqual([both[1]]);
});

it("drawnFor draws no more items than there are", () => {
  expect(drawnFor(on("updateCustomDns", "2"), all, 9).toSorted()).toEqual(all);
  expect(drawnFor(on("updateCustomDns", "2"), [], 2)).toEqual([]);
});
