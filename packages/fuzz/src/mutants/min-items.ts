import { type FaultRule, replaces } from "./fault.ts";

/** One item too few. */
export const minItemsFaults: FaultRule = (spot) => {
  const { minItems = 0 } = spot.schema;
  if (minItems === 0 || !Array.isArray(spot.value)) return [];
  return [replaces(spot, "minItems", "below", spot.value.slice(0, minItems - 1))];
};
