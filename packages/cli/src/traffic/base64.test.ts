import { expect, it } from "vitest";
import { isBase64 } from "./base64.ts";

it.each(["", "YQ==", "YWI=", "YWJj", "YQ", "YWJj\nYQ==", "-_-_", "true"])("takes %j for base64", (text) => {
  expect(isBase64(text)).toBe(true);
});

it.each(['{"a":1}', "Y", "YQ===", "=YQ=", "YQ==YQ==", "a b c d e", "caf\u00e9"])("takes %j for none", (text) => {
  expect(isBase64(text)).toBe(false);
});

it("needs no more time where white space goes on for long", () => {
  const before = performance.now();
  expect(isBase64(`a${" ".repeat(2_000_000)}!`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(2_000);
});
