import { type FaultRule, replaces } from "./fault.ts";

/**
 * A longer variant of a listed value, and an unrelated value. Other letter cases and spaces are loose spellings and not
 * included.
 */
export const enumFaults: FaultRule = (spot) => {
  const { enum: values } = spot.schema;
  if (values === undefined) return [];
  const words = values.filter((value) => typeof value === "string");
  if (words.length === values.length)
    return ["PLUMBLINE_NO_SUCH_VALUE", `${words[0]}_X`].map((value, index) =>
      replaces(spot, "enum", index === 0 ? "an unknown word" : "a value with more letters", value),
    );
  const numbers = values.filter((value) => typeof value === "number");
  return numbers.length === values.length
    ? [
        replaces(spot, "enum", "above", Math.max(...numbers) + 1),
        replaces(spot, "enum", "below", Math.min(...numbers) - 1),
      ]
    : [];
};
