import { expect, it } from "vitest";
import { isoTime } from "./iso-time.ts";

it("names every moment that has a name, and the nearest one otherwise", () => {
  expect(isoTime(0)).toBe("1970-01-01T00:00:00.000Z");
  expect(isoTime(Date.parse("2026-11-25T12:00:00.5Z"))).toBe("2026-11-25T12:00:00.500Z");
  for (const late of [8.64e15, 8.7e15, 1e300, Number.POSITIVE_INFINITY])
    expect(isoTime(late)).toBe("9999-12-31T23:59:59.999Z");
  for (const early of [-8.64e15, -1e300, Number.NEGATIVE_INFINITY])
    expect(isoTime(early)).toBe("0000-01-01T00:00:00.000Z");
  expect(isoTime(Number.NaN)).toBe("1970-01-01T00:00:00.000Z");
});
