import type { JsonSchema } from "@plumbline/schemas";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { complement } from "./complement.ts";
import { intersection } from "./intersection.ts";
import { type AnySchema, isTelling, type Keywords, plainPart, strangeKeyword } from "./keywords.ts";
import { modern } from "./modern.ts";
import { referred } from "./reference.ts";
import { joined, nothing, type Scope, scopeOf, through } from "./scope.ts";

/** A schema with more branches should be split. */
const MOST = 256;

/** One way to satisfy a schema: a schema without subschemas for the same value, and the scope of its references. */
export interface Branch {
  readonly schema: Keywords;
  readonly scope: Scope;
  /** JSON pointer of its parts. */
  readonly pointer: string;
}

/**
 * Splits a schema into alternatives without subschemas for the same value. The schema accepts every value of each
 * alternative, and together they cover each side of each rule. Empty if no value satisfies the schema.
 *
 * @throws UnsupportedKeywordError for an unsupported keyword, and for sides that cannot be distinguished.
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

/**
 * The branch restricted by a further schema: several if that schema has alternatives, none if they contradict each
 * other.
 */
function within({ schema, scope, pointer: at }: Branch, further: AnySchema, pointer: string): readonly Branch[] {
  return branches(further, pointer, scope).flatMap((side) => {
    const whole = intersection(schema, side.schema, pointer);
    return whole === undefined ? [] : [{ schema: whole, scope: joined(scope, side.scope), pointer: at }];
  });
}

/**
 * The branch restricted by the target of a reference. A reference without other keywords takes the place of its target.
 */
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

/** The alternatives of `oneOf`. Each excludes the values of those others with which it may overlap. */
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

/** The same for a schema of the contract, for an example of each alternative. */
export function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  return branches(schema, "", scopeOf(schema)).map(({ schema: way }) => {
    const members = Object.entries(way.properties ?? {}).filter(([, inner]) => inner !== false);
    return { ...way, ...(way.properties && { properties: Object.fromEntries(members) }) } as JsonSchema;
  });
}
