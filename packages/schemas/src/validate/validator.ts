import type { ValidateFunction } from "ajv";
import type { JsonSchema } from "../json-schema.ts";
import { type Compiler, createCompiler } from "./compiler.ts";
import { precompiled } from "./precompiled.ts";
import type { Mode } from "./support.ts";
import { type Violation, violation } from "./violation.ts";
import { withoutNulls } from "./without-nulls.ts";
import { withoutUnset } from "./without-unset.ts";

/** The errors of a value. */
export interface Findings {
  /** Every broken keyword, with at most the first hundred errors of each; empty when the value is valid. */
  readonly violations: readonly Violation[];
  /** The number of further errors. */
  readonly more: number;
}

/** Validates values against schemas of the contract. Prepares each schema on first use and caches it. */
export interface Validator {
  findings(schema: JsonSchema, value: unknown): Findings;
  /** The violations among the findings. */
  violations(schema: JsonSchema, value: unknown): readonly Violation[];
  accepts(schema: JsonSchema, value: unknown): boolean;
}

/** Options that change which values are valid. */
export interface ValidatorOptions {
  /**
   * Validate an answer instead of a request: a member that is null counts as absent, and any ISO 8601 date and time in
   * UTC is valid, with or without seconds. The description requires no more than that. Default false.
   */
  readonly answers?: boolean;
}

/** Schemas of the bundled profiles are compiled with the package; any other schema is compiled on first use. */
export function createValidator(options: ValidatorOptions = {}): Validator {
  const mode: Mode = options.answers ? "answers" : "requests";
  const ready = new WeakMap<JsonSchema, CappedValidate>();
  let compiler: Compiler | undefined;
  const compile = (schema: JsonSchema): CappedValidate => {
    compiler ??= createCompiler(mode);
    return compiler.compile(schema);
  };
  const prepare = (schema: JsonSchema): CappedValidate => {
    const known = ready.get(schema);
    if (known) return known;
    const made = precompiled(schema, mode) ?? compile(schema);
    ready.set(schema, made);
    return made;
  };
  const without = (schema: JsonSchema, value: unknown): unknown =>
    options.answers ? withoutNulls(value) : withoutUnset(value, [schema]);
  const accepts = (check: CappedValidate, schema: JsonSchema, value: unknown): boolean => {
    // Most values contain no null that matters: a second validation runs only if removing nulls changes the value.
    if (check(value)) return true;
    const left = without(schema, value);
    return left !== value && check(left);
  };
  const findings = (schema: JsonSchema, value: unknown): Findings => {
    const check = prepare(schema);
    if (accepts(check, schema, value)) return NONE;
    const { errors, more = 0 } = check;
    // An error refers to its value, and the function to its last errors: clears them, so that values can be freed.
    check.errors = null;
    return { violations: (errors ?? []).map(violation), more };
  };
  return {
    findings,
    violations: (schema, value) => findings(schema, value).violations,
    accepts(schema, value) {
      const check = prepare(schema);
      const accepted = accepts(check, schema, value);
      check.errors = null;
      return accepted;
    },
  };
}

/** A function that Ajv generated and `cappedErrors` changed. */
type CappedValidate = ValidateFunction & { readonly more?: number };

const NONE: Findings = { violations: [], more: 0 };
