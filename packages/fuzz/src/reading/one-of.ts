import { preview } from "@plumbline/schemas/validate";
import type { Read } from "./read.ts";
import { refuse } from "./refuse.ts";

/** Reads one of a few words, numbers or booleans. */
export const oneOf =
  <const T extends string | number | boolean>(...values: readonly T[]): Read<T> =>
  (value, place) =>
    values.find((one) => one === value) ??
    refuse(
      place,
      values.length === 1 ? preview(values[0]) : `one of ${values.map((one) => preview(one)).join(", ")}`,
      preview(value, 80),
    );
