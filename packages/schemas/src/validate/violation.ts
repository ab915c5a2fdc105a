import type { ErrorObject } from "ajv";
import { beginningOf } from "./beginning.ts";

/** One broken keyword; `pointer` is a JSON pointer (RFC 6901) into the value. */
export interface Violation {
  readonly pointer: string;
  readonly keyword: string;
  readonly expected: string;
  readonly received: string;
}

/** Converts an error of Ajv, which must have been created with `verbose`. */
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

/** A value as JSON, truncated so that a message stays on one line. */
export function preview(value: unknown, longest = 120): string {
  if (value === undefined) return "nothing";
  const { value: part, cut } = beginningOf(value, Math.max(longest, PREVIEWED));
  const text = JSON.stringify(part) ?? String(part);
  if (typeof value === "string" && cut) return `${text.slice(0, longest)}... (${value.length + 2} characters)`;
  if (cut) return `${text.slice(0, longest)}... (more than ${PREVIEWED} characters)`;
  return text.length <= longest ? text : `${text.slice(0, longest)}... (${text.length} characters)`;
}

/** Characters that are serialised to measure a value: a list of 100,000 records would take megabytes. */
const PREVIEWED = 10_000;

/** Escapes a member name for a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
