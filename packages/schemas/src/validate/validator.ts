import type { ValidateFunction } from "ajv";
import type { JsonSchema } from "../json-schema.ts";
import { type Compiler, createCompiler } from "./compiler.ts";
import { precompiled } from "./precompiled.ts";
import type { Mode } from "./support.ts";
import { type Violation, violation } from "./violation.ts";
import { withoutNulls } from "./without-nulls.ts";
import { withoutUnset } from "./without-unset.ts";

/** Judges values against schemas of the contract; prepares each schema on first use and keeps it. */
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

/** Schemas of the bundled profiles come compiled with the package; any other schema is compiled when it is first used. */
export function createValidator(options: ValidatorOptions = {}): Validator {
  const mode: Mode = options.answers ? "answers" : "requests";
  const ready = new WeakMap<JsonSchema, ValidateFunction>();
  let compiler: Compiler | undefined;
  const compile = (schema: JsonSchema): ValidateFunction => {
    compiler ??= createCompiler(mode);
    return compiler.compile(schema);
  };
  const prepare = (schema: JsonSchema): ValidateFunction => {
    const known = ready.get(schema);
    if (known) return known;
    const made = precompiled(schema, mode) ?? compile(schema);
    ready.set(schema, made);
    return made;
  };
  const without = (schema: JsonSchema, value: unknown): unknown =>
    options.answers ? withoutNulls(value) : withoutUnset(value, [schema]);
  return {
    violations(schema, value) {
      const check = prepare(schema);
      // Most values hold no null that matters: the copy without nulls is made only for those that are refused with them.
      if (check(value) || check(without(schema, value))) return [];
      return (check.errors ?? []).map(violation);
    },
    accepts(schema, value) {
      const check = prepare(schema);
      return check(value) || check(without(schema, value));
    },
  };
}
