import type { Contract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import type { JsonSchema } from "../json-schema.ts";
import { mapParts } from "./map-parts.ts";
import { typeByType } from "./type-by-type.ts";

/*
 * Converts schemas to the form for others. Plumbline's own validator knows rules that no schema contains, and ignores
 * internal annotations; other tools need everything in standard keywords.
 */

/** The forms of each titled part of the answers of a contract, as text; a title may have several. */
export type AnswerForms = ReadonlyMap<string, ReadonlySet<string>>;

/** A cache, because each contract is exported as several documents. */
const known = new WeakMap<Contract, AnswerForms>();

/** The forms of all answers as exported documents describe them, computed once per contract. */
export function answerForms(contract: Contract): AnswerForms {
  const forms = known.get(contract) ?? gathered(contract);
  known.set(contract, forms);
  return forms;
}

function gathered(contract: Contract): AnswerForms {
  const forms = new Map<string, Set<string>>();
  const note = (schema: JsonSchema): JsonSchema => {
    const { title } = schema;
    if (title !== undefined) forms.set(title, (forms.get(title) ?? new Set()).add(JSON.stringify(schema)));
    return mapParts(schema, note);
  };
  for (const { routes } of contract.operations)
    for (const { result } of routes) if ("schema" in result) note(toldOfAnswer(result.schema));
  return forms;
}

/** The schema of a request body. A part with another form in answers is called an input. */
export function toldOfRequest(schema: JsonSchema, answers: AnswerForms): JsonSchema {
  const whole = openly(typeByType(withoutSuggestion(mapParts(schema, (inner) => toldOfRequest(inner, answers)))));
  const { title } = whole;
  const inAnswers = title === undefined ? undefined : answers.get(title);
  if (inAnswers === undefined || inAnswers.has(JSON.stringify(whole))) return whole;
  return { ...whole, title: `${title}Input` };
}

/** The schema of an answer body: optional members may be null (D2), and some further members are known. */
export function toldOfAnswer(schema: JsonSchema): JsonSchema {
  const { "x-also": also = {}, ...own } = schema;
  const { required = [], ...rest } = withoutSuggestion(mapParts(own, toldOfAnswer));
  const { properties, additionalProperties } = rest;
  const members = Object.entries(properties ?? {}).map(([name, inner]) => [
    name,
    required.includes(name) ? inner : orNull(inner),
  ]);
  const sent = Object.entries(also).map(([name, suggested]) => [name, withoutSuggestion({ "x-suggested": suggested })]);
  const told = typeByType({
    ...rest,
    ...(properties && { properties: Object.fromEntries([...members, ...sent]) }),
    ...(required.length > 0 && { required }),
    ...(typeof additionalProperties === "object" && { additionalProperties: orNull(additionalProperties) }),
  });
  return openly(told);
}

/**
 * States explicitly that an object without named members may have any: tools otherwise read it as one without members.
 */
function openly(schema: JsonSchema): JsonSchema {
  const { properties, ...rest } = schema;
  if (properties === undefined || Object.keys(properties).length > 0) return schema;
  return { ...rest, additionalProperties: rest.additionalProperties ?? true };
}

/** Turns a suggestion into an example, because tools would read a schema as a rule or as a member. */
function withoutSuggestion({ "x-suggested": suggested, ...rest }: JsonSchema): JsonSchema {
  if (suggested === undefined) return rest;
  return { description: SUGGESTED, ...rest, examples: rest.examples ?? [exampleOf(suggested)] };
}

const SUGGESTED = "The form is not given; the example is one that is seen in public.";

function orNull(schema: JsonSchema): JsonSchema {
  const { title, type, enum: set, const: fixed, ...rest } = schema;
  if (title !== undefined || schema.oneOf || schema.anyOf) return { anyOf: [schema, { type: "null" }] };
  if (type === undefined && set === undefined && fixed === undefined) return schema;
  const values = fixed === undefined ? set : [fixed];
  return {
    ...(type !== undefined && { type: [...(typeof type === "string" ? [type] : type), "null"] }),
    ...(values && { enum: [...values, null] }),
    ...rest,
  };
}
