import { type FaultRule, replaces } from "./fault.ts";
import { validText } from "./valid-text.ts";

/** Characters of the same count that patterns commonly leave out; a length must not change, or it breaks too. */
const STRANGERS = ["_", "g", "G", "-", "\u00e9"] as const;

/** One character replaced at the start, in the middle and at the end, and the whole in upper case. */
export const patternFaults: FaultRule = (spot) => {
  const { pattern } = spot.schema;
  if (pattern === undefined) return [];
  const expression = new RegExp(pattern, "u");
  const text = [...validText(spot)];
  const places = [
    ["start", 0],
    ["middle", Math.floor(text.length / 2)],
    ["end", text.length - 1],
  ] as const;
  const replaced = places.flatMap(([name, place]) =>
    STRANGERS.map((stranger) => [`${stranger} at the ${name}`, text.with(place, stranger).join("")] as const),
  );
  return [...replaced, ["in upper case", text.join("").toUpperCase()] as const]
    .filter(([, broken]) => !expression.test(broken))
    .map(([side, broken]) => replaces(spot, "pattern", side, broken));
};
