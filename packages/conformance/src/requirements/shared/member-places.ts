import { exampleOf, type JsonSchema } from "@plumbline/schemas";
import { fieldsOf, isObject, member } from "../../ground/json.ts";

/** A place within a body: names of members, and zero for the first item of a list. */
type Steps = readonly (string | 0)[];

/** A member of a body whose type is listed, at whatever depth. */
export interface MemberPlace {
  readonly steps: Steps;
  readonly schema: JsonSchema;
  /** What stands there, or an example of what could. */
  readonly value: unknown;
}

/** Of alternatives, the one that a value is of. */
function alternativeOf(schema: JsonSchema, value: unknown): JsonSchema {
  const tag = schema.discriminator?.propertyName;
  if (tag === undefined || schema.oneOf === undefined) return schema;
  const word = member(value, tag);
  const [first] = schema.oneOf;
  return schema.oneOf.find(({ properties }) => properties?.[tag]?.const === word) ?? first ?? schema;
}

/** What stands at a place of which a body says nothing: a list with an item in it, or an object with its members. */
function filled(schema: JsonSchema, value: unknown): unknown {
  const isThere = Array.isArray(value) ? value.length > 0 : isObject(value);
  return isThere ? value : exampleOf(schema);
}

const placeOf = (steps: Steps, schema: JsonSchema, value: unknown): MemberPlace => ({
  steps,
  schema,
  value: value ?? exampleOf(schema),
});

/** Every place within a body where the contract lists a type; a body says which of several alternatives its parts are. */
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
 * A body with another value at a place; what has to be around the place is there, and right.
 * @param behind the innermost list keeps its first item, and the value stands in an item after that. Default: in the first.
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

/** Whether a place lies in a list that may have a second item. */
export function isInList(schema: JsonSchema, body: unknown, steps: Steps): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return false;
  const whole = filled(schema, body);
  const { items = {}, maxItems = 2, properties = {} } = alternativeOf(schema, whole);
  if (step !== 0) return isInList(properties[step] ?? {}, fieldsOf(whole)[step], rest);
  return rest.includes(0) ? isInList(items, Array.isArray(whole) ? whole[0] : undefined, rest) : maxItems > 1;
}

/** Members of items by which a list may tell them apart, of texts that are free. */
const NAMES = ["name", "key"];

/** A second item like the first, of another name where it has one that is free. */
function another(item: unknown): unknown {
  if (!isObject(item)) return item;
  const renamed = NAMES.flatMap((name) => (typeof item[name] === "string" ? [[name, `${item[name]}2`]] : []));
  return { ...item, ...Object.fromEntries(renamed) };
}
