import { type FaultRule, isOf, replaces } from "./fault.ts";

/** Just above the maximum, by one for integers and by a little for numbers, and as far above as the width allows. */
export const maximumFaults: FaultRule = (spot) => {
  const { maximum } = spot.schema;
  if (maximum === undefined) return [];
  const whole = isOf(spot.schema, "integer");
  const far = 2 ** 31 - 1;
  return [
    replaces(spot, "maximum", "above", whole ? maximum + 1 : maximum + 0.5),
    ...(far > maximum + 1 ? [replaces(spot, "maximum", "far above", far)] : []),
  ];
};
