import { preview } from "@plumbline/schemas/validate";
import type { Read } from "./read.ts";
import { refuse } from "./refuse.ts";

/** Reads an integer within inclusive bounds. */
export const whole =
  (least: number, most: number): Read<number> =>
  (value, place) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : refuse(place, `an integer from ${least} to ${most}`, preview(value, 80));
