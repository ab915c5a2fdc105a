import { describe, expect, it } from "vitest";
import { UsageError } from "../usage-error.ts";
import { clockFrom } from "./clock-from.ts";

describe("the time of --clock", () => {
  it.each([
    ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00"],
    ["2030-01-01T00:00Z", "2030-01-01T00:00:00"],
    ["2030-01-01T00:00:00.5+02:00", "2029-12-31T22:00:00"],
    ["2028-02-29", "2028-02-29T00:00:00"],
  ])("is read from %s", (text, start) => {
    expect(new Date(clockFrom(text)?.now() ?? 0).toISOString()).toContain(start);
  });

  it.each([
    ["no time", "noon"],
    ["a number", "5"],
    ["a time in the zone of the machine", "2026-01-01T00:00:00"],
    ["a form of another standard", "Thu, 01 Jan 2026 00:00:00 GMT"],
    ["a day that does not exist", "2026-02-31T00:00:00Z"],
    ["an hour that does not exist", "2026-01-01T25:00:00Z"],
  ])("is refused as %s", (_what, text) => {
    expect(() => clockFrom(text)).toThrow(UsageError);
    expect(() => clockFrom(text)).toThrow(`such as 2026-01-01T00:00:00Z, with its time zone, received "${text}"`);
  });

  it("is that of the machine without the flag", () => {
    expect(clockFrom(undefined)).toBeUndefined();
  });
});
