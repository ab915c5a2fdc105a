import { preview } from "@plumbline/schemas/validate";
import type { Place } from "./place.ts";
import { refuse } from "./refuse.ts";

/** The members that an object has itself, `__proto__` and the like being names as others. */
export function objectAt(value: unknown, place: Place, expected: string): readonly [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(place, expected, preview(value, 80));
  return Object.entries(value);
}
