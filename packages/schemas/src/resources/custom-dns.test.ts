import { expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { createValidator } from "../validate.ts";
import { customDns } from "./custom-dns.ts";

const { accepts } = createValidator();

it("customDns requires a boolean", () => {
  expect([{ enabled: true }, { enabled: false }].filter((body) => !accepts(customDns, body))).toEqual([]);
  const wrong = [{}, { enabled: "x" }, { enabled: "true" }, { enabled: null }, { enabled: 1 }, [], null, true];
  expect(wrong.filter((body) => accepts(customDns, body))).toEqual([]);
  expect(exampleOf(customDns)).toEqual({ enabled: true });
});
