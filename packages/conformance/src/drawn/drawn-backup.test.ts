import { expect, it } from "vitest";
import { withMoment } from "./drawn-backup.ts";

it("a schedule keeps the part of its time of day that an update leaves out, and no other piece states a time", () => {
  const shown = withMoment({ referenceHourOfDay: 1, referenceMinuteOfHour: 30 });
  expect(shown({ referenceHourOfDay: 4 })).toEqual({ referenceHourOfDay: 4, referenceMinuteOfHour: 30 });
  expect(shown({ referenceMinuteOfHour: 0, restoreWindowDays: 8 })).toEqual({
    referenceHourOfDay: 1,
    referenceMinuteOfHour: 0,
    restoreWindowDays: 8,
  });
  expect(shown({ restoreWindowDays: 8 })).toEqual({ restoreWindowDays: 8 });
});
