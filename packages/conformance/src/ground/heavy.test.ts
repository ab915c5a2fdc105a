import { expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import { isHeavy, isLate } from "./heavy.ts";

const MEBIBYTE = 1_024 * 1_024;

it("tells answers that are too large or too late to be read from other faults", () => {
  const faults = ["body-too-large", "head-timeout", "body-timeout", "total-timeout", "reset", "refused"] as const;
  const all = faults.map((fault) => faultOf(fault));
  expect(all.map(isHeavy)).toEqual([true, true, true, true, false, false]);
  expect(all.map(isLate)).toEqual([false, true, true, true, false, false]);
});

it("tells a large text that is no JSON from one that is, and from a small one", () => {
  const of = (status: number, bodyBytes: number, json?: unknown) => {
    const exchange = exchangeOf(status, json);
    return { ...exchange, response: { ...exchange.response, bodyBytes } };
  };
  const all = [of(200, 9 * MEBIBYTE), of(200, 9 * MEBIBYTE, {}), of(200, 100), of(500, 9 * MEBIBYTE)];
  expect(all.map(isHeavy)).toEqual([true, false, false, false]);
});
