import { createValidator } from "@plumbline/schemas/validate";

const { accepts } = createValidator();
const NUMERAL = "\u0000numeral ";

/**
 * Parses a body and keeps the notation of numbers that JSON.stringify would write differently; `undefined` if it is not
 * JSON.
 */
export function readBody(text) {
  const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  const marked = text.replace(token, (one) =>
    one.startsWith('"') || String(Number(one)) === one ? one : JSON.stringify(NUMERAL + one),
  );
  try {
    return { written: JSON.parse(marked), value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export const isText = (value) => typeof value === "string" && !value.startsWith(NUMERAL);
/** The notation of such a number. */
export const numeralOf = (value) =>
  typeof value === "string" && value.startsWith(NUMERAL) ? value.slice(NUMERAL.length) : "";

/** Whether all values of a set are texts. */
export const isSet = ({ enum: values }) => values?.every((value) => typeof value === "string") === true;
export const typesOf = ({ type = [] }) => [type].flat();

const EXAMPLES = {
  "date-time": "2099-12-31T23:59:59Z",
  email: "plumbline@example.com",
  uri: "https://example.com/plumbline",
  ipv4: "192.0.2.1",
};
const PATTERNED = ["Cluster0", "32b6e34b3d91647abb20e7b8", "8.0.4"];

/** The keyword that determines the valid texts at a place, besides their length. */
export function rulerOf(schema) {
  if (isSet(schema)) return "enum";
  if (!typesOf(schema).includes("string")) return undefined;
  if (schema.pattern !== undefined) return "pattern";
  return schema.format in EXAMPLES ? "format" : undefined;
}

/** Valid texts at a place. */
export function rightOf(schema) {
  switch (rulerOf(schema)) {
    case "enum":
      return schema.enum;
    case "format":
      return [EXAMPLES[schema.format]];
    case "pattern":
      return PATTERNED.filter((text) => isTaken(schema, text)).slice(0, 1);
    default:
      return [];
  }
}

/** Whether a text is valid at a place, regardless of its length. */
export function isTaken(schema, text) {
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(text)) return false;
  if (isSet(schema) && !schema.enum.includes(text)) return false;
  return schema.format === undefined || accepts({ type: "string", format: schema.format }, text);
}
