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

/** A body with another value at a place; what has to be around the place is there, and right. */
export function withMember(schema: JsonSchema, body: unknown, steps: Steps, value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const whole = filled(schema, body);
  const { items = {}, properties = {} } = alternativeOf(schema, whole);
  if (step === 0) {
    const [first, ...others]: readonly unknown[] = Array.isArray(whole) ? whole : [];
    return [withMember(items, first, rest, value), ...others];
  }
  const fields = fieldsOf(whole);
  return { ...fields, [step]: withMember(properties[step] ?? {}, fields[step], rest, value) };
}
