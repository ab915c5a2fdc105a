import { preview } from "@plumbline/schemas/validate";
import type { Place } from "./place.ts";
import { refuse } from "./refuse.ts";

/** The own members of an object, in which `__proto__` and the like are ordinary names. */
export function objectAt(value: unknown, place: Place, expected: string): readonly [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(place, expected, preview(value, 80));
  return Object.entries(value);
}
