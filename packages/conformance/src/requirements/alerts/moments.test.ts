import { expect, it } from "vitest";
import { otherThan } from "./moments.ts";

it("otherThan compares times to the second, and with a fraction to the millisecond", () => {
  expect(otherThan("2027-07-01T12:00:00.5Z", "2027-07-01T12:00:00Z")).toBeUndefined();
  expect(otherThan("2027-07-01T12:00:00.5Z", "2027-07-01T12:00:00.500Z")).toBeUndefined();
  expect(otherThan("2027-07-01T12:00:00.123456Z", "2027-07-01T12:00:00.123Z")).toBeUndefined();
  expect(otherThan("2027-07-01T12:00:00.5Z", "2027-07-01T12:00:00.005Z")).toBe("2027-07-01T12:00:00.005Z");
  expect(otherThan("2099-12-31T23:59:59Z", "2038-01-19T03:14:07Z")).toBe("2038-01-19T03:14:07Z");
});

it("otherThan requires UTC for a time that was sent with an offset", () => {
  expect(otherThan("2027-07-01T00:30:00+02:00", "2027-06-30T22:30:00Z")).toBeUndefined();
  expect(otherThan("2027-07-01T00:30:00+02:00", "2027-06-30T22:30:00+00:00")).toBeUndefined();
  expect(otherThan("2027-07-01T00:30:00+02:00", "2027-07-01T00:30:00+02:00")).toBe('"2027-07-01T00:30:00+02:00"');
  expect(otherThan("2027-07-01T00:30:00+02:00", "2027-07-01T00:30:00Z")).toBe("2027-07-01T00:30:00Z");
  expect(otherThan("2027-07-01T00:30:00+02:00", null)).toBe("none");
});
