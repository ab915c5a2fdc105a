import type { JsonSchema } from "@plumbline/schemas";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { complement } from "./complement.ts";
import { intersection } from "./intersection.ts";
import { type AnySchema, isTelling, type Keywords, plainPart, strangeKeyword } from "./keywords.ts";
import { modern } from "./modern.ts";
import { referred } from "./reference.ts";
import { joined, nothing, type Scope, scopeOf, through } from "./scope.ts";

/** More ways to keep a schema's rules than this, and the schema should be split. */
const MOST = 256;

/** One way to keep a schema's rules: a schema that says all by itself, and what its parts refer to. */
export interface Branch {
  readonly schema: Keywords;
  readonly scope: Scope;
  /** Where its parts stand. */
  readonly pointer: string;
}

/**
 * A schema as a choice of ones that say all by themselves: every value of any of them is accepted by the schema, and
 * together they show each side of each rule. None when no value can keep it.
 * @throws UnsupportedKeywordError for a keyword that is not understood, and for sides that cannot be told apart.
 */
export function branches(stated: AnySchema, pointer: string, scope: Scope): readonly Branch[] {
  if (stated === false) return [];
  if (stated === true) return [{ schema: {}, scope, pointer }];
  const schema = modern(stated);
  const strange = strangeKeyword(schema);
  if (strange !== undefined)
    throw new UnsupportedKeywordError(strange, pointer, "leave it out, or write an arbitrary for this part by hand");
  let found: readonly Branch[] = [{ schema: plainPart(schema), scope, pointer }];
  const narrow = (keyword: string, sides: readonly AnySchema[], at = `${pointer}/${keyword}`): void => {
    found = found.flatMap((branch) =>
      sides.flatMap((side, index) => within(branch, side, sides.length > 1 ? `${at}/${index}` : at)),
    );
    if (found.length === 0) nothing(scope, keyword, pointer);
    if (found.length > MOST) throw new UnsupportedKeywordError(keyword, pointer, `it has more than ${MOST} sides`);
  };
  const { $ref, allOf = [], anyOf, oneOf, not, dependentRequired = {}, dependentSchemas = {} } = schema;
  if ($ref !== undefined) found = found.flatMap((branch) => behind(branch, $ref, pointer));
  for (const [index, part] of allOf.entries()) narrow("allOf", [part], `${pointer}/allOf/${index}`);
  if (anyOf) narrow("anyOf", anyOf);
  if (oneOf) narrow("oneOf", exclusive(oneOf, pointer, scope));
  for (const [name, needs] of Object.entries(dependentRequired))
    narrow("dependentRequired", [lacking(name), { required: [name, ...needs] }]);
  for (const [name, needs] of Object.entries(dependentSchemas))
    narrow("dependentSchemas", [lacking(name), { allOf: [{ type: "object", required: [name] }, needs] }]);
  if (not !== undefined) narrow("not", complement(not, `${pointer}/not`));
  if (schema.if !== undefined) {
    const { if: condition, then: yes = true, else: no = true } = schema;
    const otherwise = complement(condition, `${pointer}/if`);
    narrow("if", [{ allOf: [condition, yes] }, ...otherwise.map((side): Keywords => ({ allOf: [side, no] }))]);
  }
  return found;
}

const lacking = (name: string): Keywords => ({ properties: { [name]: false } });

/** The branch with a further schema's rules; several when that one has sides, none when they exclude each other. */
function within({ schema, scope, pointer: at }: Branch, further: AnySchema, pointer: string): readonly Branch[] {
  return branches(further, pointer, scope).flatMap((side) => {
    const whole = intersection(schema, side.schema, pointer);
    return whole === undefined ? [] : [{ schema: whole, scope: joined(scope, side.scope), pointer: at }];
  });
}

/** The branch with what a reference names; what has nothing beside the reference stands where that is. */
function behind(branch: Branch, reference: string, pointer: string): readonly Branch[] {
  const scope = through(branch.scope, reference);
  const target = referred(branch.scope.root, reference, pointer);
  if (scope === undefined) {
    nothing(branch.scope, "$ref", pointer);
    return [];
  }
  const at = decodeURIComponent(reference.slice(1));
  const alone = Object.keys(branch.schema).every(isTelling);
  return within({ ...branch, scope, pointer: alone ? at : branch.pointer }, target, at);
}

/** Alternatives of which only one may hold, each without what the others accept where that is not told apart anyway. */
function exclusive(oneOf: readonly AnySchema[], pointer: string, scope: Scope): readonly AnySchema[] {
  const at = (index: number): string => `${pointer}/oneOf/${index}`;
  const sides = oneOf.map((one, index) => branches(one, at(index), scope));
  return oneOf.map((one, index): AnySchema => {
    const others = oneOf.filter((_, other) => other !== index && meet(sides[index] ?? [], sides[other] ?? [], pointer));
    return others.length === 0 ? one : { allOf: [one, ...others.map((other): AnySchema => ({ not: other }))] };
  });
}

const meet = (some: readonly Branch[], others: readonly Branch[], pointer: string): boolean =>
  some.some((one) => others.some((other) => mayMeet(one.schema, other.schema, pointer)));

function mayMeet(one: Keywords, other: Keywords, pointer: string): boolean {
  try {
    return intersection(one, other, pointer) !== undefined;
  } catch (error) {
    if (error instanceof UnsupportedKeywordError) return true;
    throw error;
  }
}

/** The same of a schema of the contract, for whoever wants an example of each way. */
export function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  return branches(schema, "", scopeOf(schema)).map(({ schema: way }) => {
    const members = Object.entries(way.properties ?? {}).filter(([, inner]) => inner !== false);
    return { ...way, ...(way.properties && { properties: Object.fromEntries(members) }) } as JsonSchema;
  });
}
