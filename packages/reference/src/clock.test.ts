import { expect, it } from "vitest";
import { machineClock, standingClock } from "./clock.ts";

it.each([
  ["of the machine", machineClock(5_000)],
  ["that stands", standingClock(5_000)],
])("a clock %s tells whole milliseconds, whatever it was advanced by", (_name, clock) => {
  clock.advance(1_000.25);
  expect(Number.isInteger(clock.now())).toBe(true);
  expect(clock.now()).toBeGreaterThanOrEqual(6_001);
});
