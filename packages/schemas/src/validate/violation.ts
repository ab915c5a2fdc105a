import type { ErrorObject } from "ajv";

/** One broken keyword; `pointer` is a JSON pointer (RFC 6901) into the value. */
export interface Violation {
  readonly pointer: string;
  readonly keyword: string;
  readonly expected: string;
  readonly received: string;
}

/** What an error of Ajv means to a reader; it must have been made with `verbose`. */
export function violation(error: ErrorObject): Violation {
  const missing = error.keyword === "required" ? `/${escapePointer(String(error.params["missingProperty"]))}` : "";
  return {
    pointer: error.instancePath + missing,
    keyword: error.keyword,
    expected: expectation(error),
    received: missing === "" ? preview(error.data) : "nothing: the member is absent",
  };
}

function expectation(error: ErrorObject): string {
  switch (error.keyword) {
    case "required":
      return "the member to be present";
    case "enum":
      return `one of ${JSON.stringify(error.schema)}`;
    case "const":
      return JSON.stringify(error.schema);
    case "discriminator":
      return `a known value of "${String(error.params["tag"])}"`;
    default:
      return (error.message ?? error.keyword).replace(/^must be /, "").replace(/^must /, "to ");
  }
}

/** A value as JSON, cut so that a message stays one line. */
export function preview(value: unknown, longest = 120): string {
  // A text of a megabyte is not copied for the sake of its beginning.
  if (typeof value === "string" && value.length > longest)
    return `${JSON.stringify(value.slice(0, longest)).slice(0, longest)}... (${value.length + 2} characters)`;
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length <= longest ? text : `${text.slice(0, longest)}... (${text.length} characters)`;
}

/** Escapes a member name for a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
