import { exampleOf, type JsonSchema } from "@plumbline/schemas";
import { fieldsOf, isObject, member } from "../../ground/json.ts";

/** A place within a body: names of members, and zero for the first item of a list. */
type Steps = readonly (string | 0)[];

/** A member of a body whose type is listed, at any depth. */
export interface MemberPlace {
  readonly steps: Steps;
  readonly schema: JsonSchema;
  /** The value at the place, or an example of a valid one. */
  readonly value: unknown;
}

/** The alternative that matches a value. */
function alternativeOf(schema: JsonSchema, value: unknown): JsonSchema {
  const tag = schema.discriminator?.propertyName;
  if (tag === undefined || schema.oneOf === undefined) return schema;
  const word = member(value, tag);
  const [first] = schema.oneOf;
  return schema.oneOf.find(({ properties }) => properties?.[tag]?.const === word) ?? first ?? schema;
}

/** The value at a place, or an example if the body has none: a list with one item, or an object with its members. */
function filled(schema: JsonSchema, value: unknown): unknown {
  const isThere = Array.isArray(value) ? value.length > 0 : isObject(value);
  return isThere ? value : exampleOf(schema);
}

const placeOf = (steps: Steps, schema: JsonSchema, value: unknown): MemberPlace => ({
  steps,
  schema,
  value: value ?? exampleOf(schema),
});

/**
 * Every place within a body for which the contract lists a type. The body tells which of several alternatives its parts
 * use.
 */
export function memberPlaces(schema: JsonSchema, body: unknown, steps: Steps = []): readonly MemberPlace[] {
  const value = filled(schema, body);
  const { items, properties = {} } = alternativeOf(schema, value);
  const inner: readonly MemberPlace[] = [
    ...Object.entries(properties).map(([name, one]) => placeOf([...steps, name], one, member(value, name))),
    ...(items === undefined || !Array.isArray(value) ? [] : [placeOf([...steps, 0], items, value[0])]),
  ];
  return inner.flatMap((place) => [place, ...memberPlaces(place.schema, place.value, place.steps)]);
}

/**
 * The body with another value at a place. Everything around the place exists and is valid.
 * @param behind if true, the innermost list keeps its first item, and the value is in a later item. Default: in the
 * first.
 */
export function withMember(
  schema: JsonSchema,
  body: unknown,
  steps: Steps,
  value: unknown,
  behind: boolean = false,
): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const whole = filled(schema, body);
  const { items = {}, properties = {} } = alternativeOf(schema, whole);
  if (step === 0) {
    const [first, ...others]: readonly unknown[] = Array.isArray(whole) ? whole : [];
    if (!behind || rest.includes(0)) return [withMember(items, first, rest, value, behind), ...others];
    return [first, withMember(items, another(first), rest, value), ...others];
  }
  const fields = fieldsOf(whole);
  return { ...fields, [step]: withMember(properties[step] ?? {}, fields[step], rest, value, behind) };
}

/** Whether a place is in a list that may have a second item. */
export function isInList(schema: JsonSchema, body: unknown, steps: Steps): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return false;
  const whole = filled(schema, body);
  const { items = {}, maxItems = 2, properties = {} } = alternativeOf(schema, whole);
  if (step !== 0) return isInList(properties[step] ?? {}, fieldsOf(whole)[step], rest);
  return rest.includes(0) ? isInList(items, Array.isArray(whole) ? whole[0] : undefined, rest) : maxItems > 1;
}

/** Members with a free text by which a list may identify its items. */
const NAMES = ["name", "key"];

/** A second item like the first, with another name if it has one from NAMES. */
function another(item: unknown): unknown {
  if (!isObject(item)) return item;
  const renamed = NAMES.flatMap((name) => (typeof item[name] === "string" ? [[name, `${item[name]}2`]] : []));
  return { ...item, ...Object.fromEntries(renamed) };
}
