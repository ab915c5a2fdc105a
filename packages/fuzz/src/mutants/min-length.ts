import { brokenPattern, type FaultRule, replaces } from "./fault.ts";
import { validText } from "./valid-text.ts";

/** One character too few, and an empty text. A fixed length often also breaks the pattern. */
export const minLengthFaults: FaultRule = (spot) => {
  const { minLength = 0 } = spot.schema;
  if (minLength === 0) return [];
  const text = [...validText(spot)].slice(0, minLength - 1).join("");
  return [
    replaces(spot, "minLength", "below", text, brokenPattern(spot, text)),
    ...(text === "" ? [] : [replaces(spot, "minLength", "empty", "", brokenPattern(spot, ""))]),
  ];
};
