import { expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import { isHeavy, isLate } from "./heavy.ts";

const MEBIBYTE = 1_024 * 1_024;

it("isHeavy and isLate recognize answers that are too large or too late among the faults", () => {
  const faults = ["body-too-large", "head-timeout", "body-timeout", "total-timeout", "reset", "refused"] as const;
  const all = faults.map((fault) => faultOf(fault));
  expect(all.map(isHeavy)).toEqual([true, true, true, true, false, false]);
  expect(all.map(isLate)).toEqual([false, true, true, true, false, false]);
});

it("isHeavy recognizes a large text that is not JSON", () => {
  const of = (status: number, bodyBytes: number, json?: unknown) => {
    const exchange = exchangeOf(status, json);
    return { ...exchange, response: { ...exchange.response, bodyBytes } };
  };
  const all = [of(200, 9 * MEBIBYTE), of(200, 9 * MEBIBYTE, {}), of(200, 100), of(500, 9 * MEBIBYTE)];
  expect(all.map(isHeavy)).toEqual([true, false, false, false]);
});
