import { type JsonSchema, readText } from "@plumbline/schemas";

/** The canonical text of a value, with the keyword whose edge it shows. */
export interface ValidText {
  readonly keyword: string;
  readonly side: string;
  readonly text: string;
}

/** Without a stated maximum: pages far beyond the last one, and moments of this century. */
const FAR_PAGE = 1_000;
const MOMENTS = [0, 1, 1_735_689_600_000];

/** The edges of a query parameter in the form that every server must accept. */
export function validTexts(schema: JsonSchema): readonly ValidText[] {
  return candidates(schema).filter(({ text }) => readText(schema, text).kind === "value");
}

/** Edges of a name in a path: the shortest and the longest, and for a host also an address. */
export function validNames(parameter: string, schema: JsonSchema): readonly ValidText[] {
  const { minLength = 1, maxLength = 0 } = schema;
  const names: readonly ValidText[] =
    parameter === "hostname"
      ? [{ keyword: "format", side: "an IPv4 address", text: "192.0.2.1" }]
      : maxLength > minLength
        ? [
            { keyword: "minLength", side: "at", text: "a".repeat(minLength) },
            { keyword: "maxLength", side: "at", text: "a".repeat(maxLength) },
          ]
        : [];
  return names.filter(({ text }) => readText(schema, text).kind === "value");
}

function candidates(schema: JsonSchema): readonly ValidText[] {
  if (schema.type === "boolean") return ["true", "false"].map((text) => ({ keyword: "type", side: text, text }));
  if (schema.type === "integer") return integers(schema);
  // Of a set that the contract knows but does not close, a target must accept only its default.
  const words = schema.enum ?? (schema["x-known-values"] && [schema.default ?? schema.examples?.[0]]);
  if (words) return words.map((word) => ({ keyword: "enum", side: String(word), text: String(word) }));
  if (schema.format === "ipv4")
    return ["0.0.0.0", "127.0.0.1", "192.0.2.1", "255.255.255.255"].map((text) => ({
      keyword: "format",
      side: text,
      text,
    }));
  return [];
}

function integers({ minimum, maximum, format }: JsonSchema): readonly ValidText[] {
  if (format === "int64" && minimum === undefined)
    return MOMENTS.map((moment) => ({ keyword: "format", side: String(moment), text: String(moment) }));
  const least = minimum ?? 0;
  const greatest = maximum ?? least + FAR_PAGE;
  return [
    { keyword: "minimum", side: "at", text: String(least) },
    { keyword: "minimum", side: "next", text: String(least + 1) },
    { keyword: maximum === undefined ? "type" : "maximum", side: "at", text: String(greatest) },
    { keyword: maximum === undefined ? "type" : "maximum", side: "next", text: String(greatest - 1) },
  ];
}
