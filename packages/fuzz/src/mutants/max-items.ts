import { exampleOf } from "@plumbline/schemas";
import { type FaultRule, replaces } from "./fault.ts";

/** One item too many; the added items are copies of the first. */
export const maxItemsFaults: FaultRule = (spot) => {
  const { maxItems, items = {} } = spot.schema;
  if (maxItems === undefined) return [];
  const item = (Array.isArray(spot.value) ? spot.value[0] : undefined) ?? exampleOf(items);
  return [
    replaces(
      spot,
      "maxItems",
      "above",
      Array.from({ length: maxItems + 1 }, () => item),
    ),
  ];
};
