import { expect, it } from "vitest";
import { withMoment } from "./drawn-backup.ts";

it("withMoment keeps the part of the time of day that an update omits, and adds no time to other updates", () => {
  const shown = withMoment({ referenceHourOfDay: 1, referenceMinuteOfHour: 30 });
  expect(shown({ referenceHourOfDay: 4 })).toEqual({ referenceHourOfDay: 4, referenceMinuteOfHour: 30 });
  expect(shown({ referenceMinuteOfHour: 0, restoreWindowDays: 8 })).toEqual({
    referenceHourOfDay: 1,
    referenceMinuteOfHour: 0,
    restoreWindowDays: 8,
  });
  expect(shown({ restoreWindowDays: 8 })).toEqual({ restoreWindowDays: 8 });
});
