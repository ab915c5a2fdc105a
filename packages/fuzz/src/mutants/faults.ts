import type { JsonSchema } from "@plumbline/schemas";
import { constFaults } from "./const.ts";
import { discriminatorFaults } from "./discriminator.ts";
import { below } from "./edit.ts";
import { enumFaults } from "./enum.ts";
import type { Fault, FaultRule, Spot } from "./fault.ts";
import { formatFaults } from "./format.ts";
import { maxItemsFaults } from "./max-items.ts";
import { maxLengthFaults } from "./max-length.ts";
import { maximumFaults } from "./maximum.ts";
import { minItemsFaults } from "./min-items.ts";
import { minLengthFaults } from "./min-length.ts";
import { minimumFaults } from "./minimum.ts";
import { patternFaults } from "./pattern.ts";
import { requiredFaults } from "./required.ts";
import { anyOfFaults, consequenceOf, dependentRequiredFaults, notFaults } from "./together.ts";
import { typeFaults } from "./type.ts";

const RULES: readonly FaultRule[] = [
  minimumFaults,
  maximumFaults,
  minLengthFaults,
  maxLengthFaults,
  minItemsFaults,
  maxItemsFaults,
  requiredFaults,
  enumFaults,
  constFaults,
  patternFaults,
  formatFaults,
  discriminatorFaults,
  dependentRequiredFaults,
  anyOfFaults,
  notFaults,
  typeFaults,
];

/** A fault with the level of the rule that it breaks. */
export interface LevelledFault extends Fault {
  readonly level: "MUST" | "SHOULD";
}

/** All faults of the rules at all places of a valid value, in the order of the schema. Default: all rules. */
export function faultsIn(
  schema: JsonSchema,
  value: unknown,
  rules: readonly FaultRule[] = RULES,
): readonly LevelledFault[] {
  return walk({ schema, value, pointer: "", required: true }, rules);
}

function walk(spot: Spot, rules: readonly FaultRule[]): readonly LevelledFault[] {
  const level: LevelledFault["level"] = spot.schema["x-level"] ?? "MUST";
  const own = rules.flatMap((rule) => rule(spot)).map((fault) => ({ ...fault, level }));
  return unique([...own, ...inside(spot, rules), ...parts(spot, rules)]);
}

/** The faults of further schemas for the same value, beyond its type. */
function parts(spot: Spot, rules: readonly FaultRule[]): readonly LevelledFault[] {
  const further = (spot.schema.allOf ?? []).flatMap((part) =>
    walk({ ...spot, schema: beside(spot.schema, part) }, rules),
  );
  const consequence = consequenceOf(spot);
  if (consequence === undefined) return further;
  // A violation of a conditional schema always breaks the `if` keyword too.
  const condition = { keyword: "if", pointer: spot.pointer };
  const following = walk({ ...spot, schema: beside(spot.schema, consequence) }, rules);
  return [...further, ...following.map((fault) => ({ ...fault, also: [...fault.also, condition] }))];
}

/** A part of a schema without the rules of the whole schema and without members that it only names. */
function beside(whole: JsonSchema, part: JsonSchema): JsonSchema {
  const { type: _sameAsOutside, properties, ...rest } = part;
  const own = Object.entries(properties ?? {}).filter(([, inner]) => Object.keys(inner).length > 0);
  return { ...rest, properties: { ...namesOnly(whole), ...Object.fromEntries(own) } };
}

/** Lets a part add members that the whole schema describes, without enumerating their faults again. */
const namesOnly = (whole: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(whole.properties ?? {}).map(([name, inner]) => [name, { "x-suggested": inner }]));

/** Removes duplicates: two parts of a schema may have the same rule for the same place. */
function unique(faults: readonly LevelledFault[]): readonly LevelledFault[] {
  const seen = new Set<string>();
  return faults.filter(({ pointer, keyword, side }) => {
    const cell = `${pointer} ${keyword} ${side}`;
    return !seen.has(cell) && seen.add(cell);
  });
}

/** Does not enter absent values: faults inside would need a container that may itself be invalid. */
function inside(spot: Spot, rules: readonly FaultRule[]): readonly LevelledFault[] {
  const { schema, value, pointer } = spot;
  if (Array.isArray(value)) {
    const places = [...new Set([0, value.length - 1])].filter((index) => index >= 0 && index < value.length);
    return places.flatMap((index) =>
      walk({ schema: schema.items ?? {}, value: value[index], pointer: below(pointer, index), required: true }, rules),
    );
  }
  if (typeof value !== "object" || value === null) return [];
  const held = new Map<string, unknown>(Object.entries(value));
  if (schema.discriminator && schema.oneOf) {
    const tag = schema.discriminator.propertyName;
    const branch = schema.oneOf.find((one) => one.properties?.[tag]?.const === held.get(tag));
    return branch === undefined ? [] : alternative(spot, branch, tag, rules);
  }
  if (typeof schema.additionalProperties === "object") {
    const [name, inner] = Object.entries(value)[0] ?? ["plumbline", undefined];
    const at = below(pointer, name);
    return walk({ schema: schema.additionalProperties, value: inner, pointer: at, required: true }, rules);
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    walk(
      {
        schema: inner,
        value: held.get(name),
        pointer: below(pointer, name),
        required: schema.required?.includes(name) ?? false,
      },
      rules,
    ),
  );
}

/** The members of an alternative without its tag, which the discriminator rule covers. */
function alternative(
  spot: Spot,
  branch: JsonSchema,
  tag: string,
  rules: readonly FaultRule[],
): readonly LevelledFault[] {
  const members = Object.entries(branch.properties ?? {}).filter(([name]) => name !== tag);
  const required = (branch.required ?? []).filter((name) => name !== tag);
  const { type: _sameAsOutside, ...rest } = branch;
  return walk({ ...spot, schema: { ...rest, properties: Object.fromEntries(members), required } }, rules);
}
