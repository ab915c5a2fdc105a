import { type FaultRule, isOf, replaces } from "./fault.ts";

/** Just below the minimum, by one for integers and by a little for numbers, and far below. */
export const minimumFaults: FaultRule = (spot) => {
  const { minimum, format } = spot.schema;
  if (minimum === undefined) return [];
  const whole = isOf(spot.schema, "integer");
  const far = format === "int32" ? -(2 ** 31) : minimum - 1_000_000;
  return [
    replaces(spot, "minimum", "below", whole ? minimum - 1 : minimum - 0.5),
    ...(far < minimum - 1 ? [replaces(spot, "minimum", "far below", far)] : []),
  ];
};
