import { exampleOf, type JsonSchema } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { below } from "./edit.ts";
import { type Fault, type FaultRule, limitOf, replaces, type Spot } from "./fault.ts";

/*
 * Faults of the keywords about several members at once. Their place is the object, because no single member is wrong.
 */

const validator = createValidator();

/** Leaves out a member that another one requires, and adds the other one if it is missing. */
export const dependentRequiredFaults: FaultRule = (spot) => {
  const held = objectOf(spot.value);
  if (held === undefined) return [];
  return Object.entries(spot.schema.dependentRequired ?? {}).flatMap(([name, needs]) =>
    needs.map((need): Fault => {
      const side = `${name} without ${need}`;
      const also = spot.schema.required?.includes(need)
        ? [{ keyword: "required", pointer: below(spot.pointer, need) }]
        : [];
      if (Object.hasOwn(held, name)) {
        const edit = { kind: "drop", pointer: below(spot.pointer, need) } as const;
        const { pointer, schema } = spot;
        return { keyword: "dependentRequired", pointer, side, limit: limitOf(schema, "dependentRequired"), edit, also };
      }
      const { [need]: _gone, ...rest } = held;
      return replaces(spot, "dependentRequired", side, { ...rest, [name]: exampleIn(spot.schema, name) }, also);
    }),
  );
};

/** Leaves out all members of which one is required. */
export const anyOfFaults: FaultRule = (spot) => {
  const held = objectOf(spot.value);
  const alternatives = spot.schema.anyOf;
  if (held === undefined || alternatives === undefined) return [];
  const names = new Set(alternatives.flatMap(({ required = [] }) => required));
  const left = Object.fromEntries(Object.entries(held).filter(([name]) => !names.has(name)));
  const also = [...names].map((name) => ({ keyword: "required", pointer: below(spot.pointer, name) }));
  return [replaces(spot, "anyOf", `none of ${[...names].join(", ")}`, left, also)];
};

/** Contains all members that exclude each other. */
export const notFaults: FaultRule = (spot) => {
  const names = spot.schema.not?.required;
  if (names === undefined) return [];
  const excluded = Object.fromEntries(names.map((name) => [name, exampleIn(spot.schema, name)]));
  return [replaces(spot, "not", `${names.join(" and ")} together`, { ...objectOf(spot.value), ...excluded })];
};

/** The schema that a condition applies to a value; `undefined` if none applies. */
export function consequenceOf({ schema, value }: Spot): JsonSchema | undefined {
  if (schema.if === undefined || value === undefined) return undefined;
  return validator.accepts(schema.if, value) ? schema.then : schema.else;
}

const exampleIn = (schema: JsonSchema, name: string): unknown => exampleOf(schema.properties?.[name] ?? {});

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value));
}
