import { type FaultRule, replaces } from "./fault.ts";

/** Replaces a fixed word with another one. */
export const constFaults: FaultRule = (spot) => {
  const { const: fixed } = spot.schema;
  if (typeof fixed !== "string") return [];
  return [
    replaces(spot, "const", "an unknown word", "PLUMBLINE_NO_SUCH_VALUE"),
    replaces(spot, "const", "a value with more letters", `${fixed}_X`),
  ];
};
