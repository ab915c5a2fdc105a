import { type BoundOperation, PATH_PARAMETERS, type Parameter } from "@plumbline/schemas";
import type { Behaviour, Given } from "../decisions/behaviour.ts";
import { invalid, type Refusal } from "../refusal.ts";
import type { Found } from "./router.ts";
import { Values } from "./values.ts";

type Query = ReadonlyMap<string, readonly string[]>;

/**
 * Reads path and query parameters. It is strict if the description leaves the choice open: it refuses a loose spelling
 * and a repeated parameter. It ignores query parameters that the operation does not have.
 */
export function readParameters(
  { mount, captured }: Found,
  query: Query | undefined,
  behaviour: Behaviour,
): Values | Refusal {
  const values = new Map<string, unknown>();
  for (const [name, raw] of captured) {
    const refusal = readOne(
      { name, schema: PATH_PARAMETERS[name] ?? { type: "string" } },
      behaviour.segment(raw),
      mount.operation,
      behaviour,
      values,
    );
    if (refusal !== undefined) return refusal;
  }
  if (query === undefined) return invalid("The query string is not valid percent-encoded UTF-8.");
  for (const parameter of mount.operation.query) {
    const texts = query.get(parameter.name);
    if (texts === undefined) {
      values.set(parameter.name, behaviour.defaultOf(parameter));
      continue;
    }
    if (texts.length > 1) return invalid(`Query parameter ${parameter.name} is given more than once.`);
    const refusal = readOne(parameter, texts[0], mount.operation, behaviour, values);
    if (refusal !== undefined) return refusal;
  }
  const given = givenOf(mount.operation, query);
  const missing = behaviour.missingCompanion(mount.operation.together ?? [], given, mount.operation);
  return missing === undefined
    ? new Values(values)
    : invalid(`Query parameter ${missing} is missing: its companion is given.`);
}

/** The first text of each sent query parameter that the operation has. */
export function givenOf(operation: BoundOperation, query: Query | undefined): Given {
  const given = new Map<string, string>();
  for (const { name } of operation.query) {
    const text = query?.get(name)?.[0];
    if (text !== undefined) given.set(name, text);
  }
  return given;
}

function readOne(
  parameter: Parameter,
  text: string | undefined,
  operation: BoundOperation,
  behaviour: Behaviour,
  values: Map<string, unknown>,
): Refusal | undefined {
  if (text === undefined) return invalid(`Path parameter ${parameter.name} is not valid percent-encoded UTF-8.`);
  const reading = behaviour.read(parameter, text, operation);
  switch (reading.kind) {
    case "value":
      values.set(parameter.name, reading.value);
      return undefined;
    case "none":
      return invalid(`Parameter ${parameter.name} must be ${reading.expected}.`);
    case "unspecified":
      return invalid(`Parameter ${parameter.name} is ${reading.why}.`);
    default:
      return reading satisfies never;
  }
}

/** A parameter that is missing although the request has another of its group (description, Errors 5). */
export function missingCompanion(groups: readonly (readonly string[])[], given: Given): string | undefined {
  return groups
    .filter((group) => group.some((name) => given.has(name)))
    .flatMap((group) => group.filter((name) => !given.has(name)))[0];
}
