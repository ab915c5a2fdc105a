import type { JsonSchema, JsonType } from "@plumbline/schemas";
import { type Fault, type FaultRule, replaces, type Spot } from "./fault.ts";

/*
 * Only values that no parser converts to the right type. Many servers accept scalars in the notation of other scalars
 * ("5", 5, "true", 1), or a single item as a list, and the description does not forbid it.
 */
const WORD = ["a word", "plumbline"] as const;
const OBJECT = ["an object", {}] as const;
const LIST = ["an empty list", []] as const;
const NUMBER = ["a number", 5] as const;

type Foreign = readonly (readonly [side: string, value: unknown])[];

function foreign(type: JsonType, { items, minimum = 1 }: JsonSchema): Foreign {
  switch (type) {
    case "integer":
      // Within the bounds, so that only the type is wrong.
      return [WORD, ["a fraction", minimum + 0.5], OBJECT, LIST];
    case "number":
    case "boolean":
      return [WORD, OBJECT, LIST];
    case "string":
      return [OBJECT, LIST];
    case "object":
      return [WORD, NUMBER, LIST];
    case "array":
      return [...(isScalar(items) ? [] : [WORD, NUMBER]), ...(needsMembers(items) ? [OBJECT] : [])];
    case "null":
      return [WORD, OBJECT];
    default:
      return type satisfies never;
  }
}

const isScalar = (items: JsonSchema | undefined): boolean =>
  items === undefined || (items.type !== "object" && items.type !== "array");

/** Some servers read an empty object as a list of one item. That is impossible if items have required members. */
const needsMembers = (items: JsonSchema | undefined): boolean =>
  isScalar(items) || (items?.required !== undefined && items.required.length > 0);

/** Values of another type than the schema's. */
export const typeFaults: FaultRule = (spot) => {
  const { type = [] } = spot.schema;
  const types: readonly JsonType[] = typeof type === "string" ? [type] : type;
  const [first = [], ...others] = types.map((one) => foreign(one, spot.schema));
  // A value that is wrong for one of several types may be right for another.
  const drawn = first
    .filter(([side]) => others.every((other) => other.some(([same]) => same === side)))
    .filter(([side]) => spot.pointer !== "" || side !== "an empty list");
  const faults = drawn.map(([side, value]) => replaces(spot, "type", side, value, alsoBroken(spot, value)));
  return spot.required && spot.pointer !== "" && types.length > 0 && !types.includes("null")
    ? [...faults, replaces(spot, "type", "null", null, alsoBroken(spot, null))]
    : faults;
};

/** A value of another type is in no enum either, and a fraction is not an integer of any width. */
const alsoBroken = ({ schema, pointer }: Spot, value: unknown): Fault["also"] => [
  ...(typeof value === "number" && schema.format ? [{ keyword: "format", pointer }] : []),
  ...(schema.enum ? [{ keyword: "enum", pointer }] : []),
  ...(schema.const === undefined ? [] : [{ keyword: "const", pointer }]),
];
