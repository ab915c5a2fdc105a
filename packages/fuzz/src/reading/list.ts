import { preview } from "@plumbline/schemas/validate";
import { inside } from "./place.ts";
import type { Read } from "./read.ts";
import { refuse } from "./refuse.ts";

/** Reads a list with a length in this range. */
export const list =
  <T>(item: Read<T>, least: number, most: number): Read<readonly T[]> =>
  (value, place) => {
    const what = `a list of ${least} to ${most} items`;
    if (!Array.isArray(value)) return refuse(place, what, preview(value, 80));
    if (value.length < least || value.length > most) return refuse(place, what, `${value.length} items`);
    return value.map((one: unknown, index) => item(one, inside(place, index)));
  };
