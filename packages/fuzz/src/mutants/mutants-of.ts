import type { JsonSchema } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import type { BrokenKeyword, Certificate } from "../certificate.ts";
import { edited } from "./edit.ts";
import { faultsIn, type LevelledFault } from "./faults.ts";

/** A body with one fault, as it is sent. */
export interface Mutant {
  readonly certificate: Certificate;
  readonly text: string;
}

/** Bodies with one fault each. */
export interface Mutants {
  readonly mutants: readonly Mutant[];
  /** Faults that do not break exactly their keyword. These are defects of this package, and are never sent. */
  readonly defects: readonly LevelledFault[];
}

const validator = createValidator();

/**
 * The enumerated single faults of a body, each proven by the validator on its final text. `schema` and `base` use wire
 * names. There are no mutants when the base itself is invalid.
 */
export function mutantsOf(body: {
  readonly operation: string;
  readonly schema: JsonSchema;
  readonly base: unknown;
}): Mutants {
  const { operation, schema, base } = body;
  const mutants: Mutant[] = [];
  const defects: LevelledFault[] = [];
  if (!validator.accepts(schema, base)) return { mutants, defects };
  for (const fault of faultsIn(schema, base)) {
    const text = JSON.stringify(edited(base, fault.edit));
    if (!breaksExactly(schema, text, fault)) {
      if (!breaksOverarching(schema, text)) defects.push(fault);
      continue;
    }
    const { keyword, pointer, side, limit, also, level, edit } = fault;
    const value = edit.kind === "set" ? edit.value : undefined;
    mutants.push({
      certificate: { operation, location: "body", keyword, pointer, at: edit.pointer, side, value, limit, level, also },
      text,
    });
  }
  return { mutants, defects };
}

/** Whether the parsed text breaks the named keyword, those that necessarily break with it, and no other. */
export function breaksExactly(
  schema: JsonSchema,
  text: string,
  named: BrokenKeyword & { readonly also: readonly BrokenKeyword[] },
): boolean {
  const wanted = new Set([named, ...named.also].map(cell));
  const found = new Set(validator.violations(schema, JSON.parse(text)).map(cell));
  return wanted.size === found.size && [...wanted].every((one) => found.has(one));
}

/** Keywords about several members at once. */
const OVERARCHING: ReadonlySet<string> = new Set<keyof JsonSchema>(["anyOf", "not", "if", "dependentRequired"]);

/**
 * A missing member that is added with a fault may require or exclude other members. Then the fault cannot occur alone
 * on this base, and is left to bases that have the member.
 */
function breaksOverarching(schema: JsonSchema, text: string): boolean {
  return validator.violations(schema, JSON.parse(text)).some(({ keyword }) => OVERARCHING.has(keyword));
}

const cell = ({ keyword, pointer }: BrokenKeyword): string => `${keyword} ${pointer}`;
