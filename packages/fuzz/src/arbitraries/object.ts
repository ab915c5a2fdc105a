import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { accepts, rulesOf } from "./accepts.ts";
import { below } from "./below.ts";
import type { Build } from "./build.ts";
import type { AnySchema, Keywords } from "./keywords.ts";
import { patternArbitrary } from "./pattern.ts";
import { nothing, type Scope } from "./scope.ts";

/** Names of additional members: ordinary ones, and those that trip careless code. Created on first use. */
const givenNames = (): fc.Arbitrary<string> => {
  names ??= fc.oneof(
    { weight: 5, arbitrary: patternArbitrary({ pattern: "^[a-zA-Z][a-zA-Z0-9_ .-]{0,11}$" }) },
    { weight: 1, arbitrary: fc.constantFrom("constructor", "toString", "length") },
  );
  return names;
};
let names: fc.Arbitrary<string> | undefined;

/** Additional members if the schema has no maximum. */
const SOME = 3;

type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/**
 * Objects with every required member and any of the optional ones. Members without a name in the schema are drawn only
 * if the schema describes their values.
 */
export function objectArbitrary(
  schema: Keywords,
  pointer: string,
  build: Build,
  scope: Scope,
): fc.Arbitrary<unknown> | undefined {
  const members = membersOf(schema, pointer, build, scope);
  const required = schema.required ?? [];
  const missing = required.find((name) => members[name] === undefined);
  if (missing !== undefined) return nothing(scope, "required", below(`${pointer}/properties`, missing));
  const free = freeMembers(schema, pointer, build, scope);
  if (free === undefined) return named(schema, members, pointer, scope);
  const { minProperties = 0, maxProperties } = schema;
  if (Object.keys(members).length === 0) return dictionary(free, minProperties, maxProperties ?? minProperties + SOME);
  if (minProperties > required.length)
    throw new UnsupportedKeywordError("minProperties", pointer, "beside named members, require as many as that");
  const least = named(schema, members, pointer, scope);
  if (least === undefined || maxProperties !== undefined) return least;
  // The rules of named members are more specific, so additional members never use their names.
  const others = dictionary(free, 0, SOME).map((drawn) =>
    Object.fromEntries(Object.entries(drawn).filter(([name]) => !Object.hasOwn(schema.properties ?? {}, name))),
  );
  return fc.oneof(
    { weight: 2, arbitrary: least },
    { weight: 1, arbitrary: fc.tuple(others, least).map(([more, own]) => ({ ...more, ...Object(own) })) },
  );
}

/** The values for each name in the schema. */
function membersOf(schema: Keywords, pointer: string, build: Build, scope: Scope): Members {
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])])];
  const made = names.flatMap((name) => {
    if (schema.propertyNames !== undefined && !accepts(schema.propertyNames, name, pointer, scope)) return [];
    const [rule = true, ...more] = rulesOf(schema, name);
    const whole: AnySchema = more.length === 0 ? rule : { allOf: [rule, ...more] };
    const arbitrary = build(whole, below(`${pointer}/properties`, name), scope);
    return arbitrary === undefined ? [] : [[name, arbitrary] as const];
  });
  return Object.fromEntries(made);
}

interface Free {
  readonly name: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<unknown>;
}

/** Additional members with any name, if the schema describes their values. */
function freeMembers(schema: Keywords, pointer: string, build: Build, scope: Scope): Free | undefined {
  const patterns = Object.entries(schema.patternProperties ?? {});
  const [only] = patterns;
  if (only !== undefined) {
    if (patterns.length > 1 || schema.propertyNames !== undefined)
      throw new UnsupportedKeywordError(
        "patternProperties",
        pointer,
        "state one pattern, and no propertyNames beside it",
      );
    const [pattern, inner] = only;
    const value = build(inner, below(`${pointer}/patternProperties`, pattern), scope);
    return value && { name: patternArbitrary({ pattern }, pointer), value };
  }
  if (typeof schema.additionalProperties !== "object") {
    if (schema.propertyNames === undefined || schema.additionalProperties === false) return undefined;
    if (schema.properties !== undefined) return undefined;
  }
  const value = build(schema.additionalProperties ?? true, `${pointer}/additionalProperties`, scope);
  if (value === undefined) return undefined;
  if (schema.propertyNames === undefined) return { name: givenNames(), value };
  const name = build({ allOf: [{ type: "string" }, schema.propertyNames] }, `${pointer}/propertyNames`, scope);
  return name && { name: name as fc.Arbitrary<string>, value };
}

const dictionary = ({ name, value }: Free, minKeys: number, maxKeys: number) =>
  fc.dictionary(name, value, { minKeys, maxKeys, noNullPrototype: true });

function named(schema: Keywords, members: Members, pointer: string, scope: Scope): fc.Arbitrary<unknown> | undefined {
  const { required = [], minProperties = 0, maxProperties } = schema;
  const names = Object.keys(members);
  const most = Math.min(names.length, maxProperties ?? names.length);
  if (minProperties > names.length || required.length > most) return nothing(scope, "minProperties", pointer);
  if (minProperties <= required.length && most === names.length)
    return fc.oneof(
      { weight: 6, arbitrary: fc.record(members, { requiredKeys: [...required], noNullPrototype: true }) },
      // Objects with all members are an edge that independent choices rarely reach.
      { weight: 1, arbitrary: fc.record(members, { noNullPrototype: true }) },
    );
  const optional = names.filter((name) => !required.includes(name));
  const lengths = { minLength: Math.max(0, minProperties - required.length), maxLength: most - required.length };
  return fc.subarray(optional, lengths).chain((chosen) => {
    const kept = [...required, ...chosen].flatMap((name) => (members[name] ? [[name, members[name]] as const] : []));
    return fc.record(Object.fromEntries(kept), { noNullPrototype: true });
  });
}
