import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "./json-schema.ts";

/** One broken keyword; `pointer` is a JSON pointer (RFC 6901) into the value. */
export interface Violation {
  readonly pointer: string;
  readonly keyword: string;
  readonly expected: string;
  readonly received: string;
}

/** Judges values against schemas of the contract; compiles each schema on first use and keeps it. */
export interface Validator {
  /** Every broken keyword; none when the value is accepted. */
  violations(schema: JsonSchema, value: unknown): readonly Violation[];
  accepts(schema: JsonSchema, value: unknown): boolean;
}

export interface ValidatorOptions {
  /**
   * Judge an answer rather than a request: a member that is null counts as absent, and any ISO 8601 date and time in
   * UTC is taken, with or without seconds. The description asks for no more than that. Default false.
   */
  readonly answers?: boolean;
}

/** ISO 8601, basic or extended zone, UTC only (description, Conventions). */
export const UTC_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]00(:?00)?)$/;
/** Longer text is never matched against a pattern: some patterns take quadratic time, and all have a maxLength. */
const LONGEST_MATCHED = 2_000;

export function createValidator(options: ValidatorOptions = {}): Validator {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    discriminator: true,
    verbose: true,
    code: { regExp: boundedRegExp },
  });
  addFormats.default(ajv);
  ajv.addFormat("int64", {
    type: "number",
    validate: (value: number) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
  });
  if (options.answers)
    ajv.addFormat("date-time", (text: string) => UTC_DATE_TIME.test(text) && !Number.isNaN(readDate(text)));
  ajv.addVocabulary(["x-values", "x-known-values", "x-suggested", "x-level"]);
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  const compile = (schema: JsonSchema): ValidateFunction => {
    const known = compiled.get(schema);
    if (known) return known;
    const made = ajv.compile(schema);
    compiled.set(schema, made);
    return made;
  };
  return {
    violations(schema, value) {
      const validate = compile(schema);
      // Most answers hold no null that matters: the copy without nulls is made only for those that are refused with them.
      if (validate(value) || (options.answers && validate(withoutNulls(value)))) return [];
      return (validate.errors ?? []).map(violation);
    },
    accepts(schema, value) {
      const validate = compile(schema);
      return validate(value) || (options.answers === true && validate(withoutNulls(value)));
    },
  };
}

/** Milliseconds since the epoch of an ISO 8601 text, also in the forms that `Date.parse` does not read; NaN if none. */
export function readDate(text: string): number {
  return Date.parse(
    text.replace(",", ".").replace(/([+-]\d{2})(\d{2})?$/, (_whole, hours, minutes) => `${hours}:${minutes ?? "00"}`),
  );
}

/** No resource nests this deep; what does is left as it is, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/** The value without members that are null, all the way down. */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member, depth + 1)]),
  );
}

function boundedRegExp(pattern: string, flags: string): { test(text: string): boolean; toString(): string } {
  const expression = new RegExp(pattern, flags);
  return {
    test: (text) => text.length <= LONGEST_MATCHED && expression.test(text),
    // Ajv keeps compiled patterns by their text: without one of its own every pattern would be taken for the first.
    toString: () => String(expression),
  };
}
boundedRegExp.code = "boundedRegExp";

function violation(error: ErrorObject): Violation {
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
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length <= longest ? text : `${text.slice(0, longest)}... (${text.length} characters)`;
}

/** Escapes a member name for a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
