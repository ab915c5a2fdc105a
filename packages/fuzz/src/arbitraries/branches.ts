import type { JsonSchema } from "@plumbline/schemas";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { merged, without } from "./merge.ts";
import { negations } from "./negations.ts";

/** More ways to keep a schema's rules than this, and the schema should be split. */
const MOST = 256;

/** Keywords about several members at once. */
const OVERARCHING = ["allOf", "anyOf", "not", "if", "then", "else", "dependentRequired"] as const;

export const isOverarching = (schema: JsonSchema): boolean =>
  OVERARCHING.some((keyword) => schema[keyword] !== undefined);

/**
 * A schema with rules over several members as a choice of plain ones: every value of any of them is accepted by the
 * schema, and together they show each side of each rule. Members that a branch must not have are not named in it.
 * @throws UnsupportedKeywordError for a rule whose sides cannot be told apart.
 */
export function branchesOf(schema: JsonSchema, pointer = ""): readonly JsonSchema[] {
  let branches: readonly JsonSchema[] = [plain(schema)];
  const narrow = (keyword: string, sides: readonly ((branch: JsonSchema) => readonly JsonSchema[])[]): void => {
    branches = branches.flatMap((branch) => sides.flatMap((side) => side(branch)));
    if (branches.length === 0) throw new UnsupportedKeywordError(keyword, pointer, "no value can keep it");
    if (branches.length > MOST) throw new UnsupportedKeywordError(keyword, pointer, `it has more than ${MOST} sides`);
  };
  const all = (inner: JsonSchema) => (branch: JsonSchema) => within(branch, inner, pointer);
  for (const part of schema.allOf ?? []) narrow("allOf", [all(part)]);
  if (schema.anyOf) narrow("anyOf", schema.anyOf.map(all));
  for (const [name, needs] of Object.entries(schema.dependentRequired ?? {}))
    narrow("dependentRequired", [(branch) => without(branch, name), all({ required: [name, ...needs] })]);
  const excluded = schema.not;
  if (excluded) narrow("not", [(branch) => negations(branch, excluded, pointer)]);
  if (schema.if) {
    const { if: condition, then: yes = {}, else: no = {} } = schema;
    narrow("if", [
      (branch) => within(branch, condition, pointer).flatMap((one) => within(one, yes, pointer)),
      (branch) => negations(branch, condition, pointer).flatMap((one) => within(one, no, pointer)),
    ]);
  }
  return branches;
}

/** The branch with a further schema's rules; several when that one has sides, none when they exclude each other. */
function within(branch: JsonSchema, inner: JsonSchema, pointer: string): readonly JsonSchema[] {
  // What the inner one's conditions speak about may be described by the branch only.
  const whole = merged(branch, plain(inner), pointer);
  if (whole === undefined) return [];
  return isOverarching(inner) ? branchesOf({ ...whole, ...rulesOf(inner) }, pointer) : [whole];
}

function plain(schema: JsonSchema): JsonSchema {
  const { allOf: _a, anyOf: _b, not: _c, if: _d, then: _e, else: _f, dependentRequired: _g, ...rest } = schema;
  return rest;
}

function rulesOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => OVERARCHING.some((keyword) => keyword === name)));
}
