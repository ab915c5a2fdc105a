import { expect, test } from "vitest";
import { laterThan, readInstant, showInstant } from "./instants.ts";

test.each([
  ["2025-01-15T09:30:00Z", "2025-01-15T09:30:00.000Z"],
  ["2025-01-15T09:30:00.5+05:30", "2025-01-15T04:00:00.500Z"],
  ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000Z"],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
])("%s is %s", (text, shown) => {
  expect(showInstant(readInstant(text) ?? 0)).toBe(shown);
});

test.each(["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00", "soon", ""])("%s has no form to show", (text) => {
  expect(readInstant(text)).toBeUndefined();
});

test("a change is always later than the one before", () => {
  expect(laterThan(5, 9)).toBe(9);
  expect(laterThan(9, 9)).toBe(10);
  expect(laterThan(12, 9)).toBe(13);
});
