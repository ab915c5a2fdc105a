import { fieldsOf, member } from "@plumbline/conformance";

/** A name with its value; `undefined` if the writer has none, as with `null`. */
export type Pair = readonly [name: string, value: string | undefined];

/**
 * Names and values in the forms that archives use: objects with `name` and `value`, lists of two, or one object with a
 * value or a list of values for each name. Everything else is ignored.
 */
export function pairsIn(listed: unknown, nameMember = "name"): readonly Pair[] {
  if (!Array.isArray(listed)) return Object.entries(fieldsOf(listed)).flatMap(([name, value]) => pairsOf(name, value));
  return listed.flatMap((one: unknown) =>
    Array.isArray(one) ? pairsOf(one[0], one[1]) : pairsOf(member(one, nameMember), member(one, "value")),
  );
}

function pairsOf(name: unknown, value: unknown): readonly Pair[] {
  if (typeof name !== "string") return [];
  if (Array.isArray(value)) return value.map((one: unknown) => [name, textOf(one)]);
  return [[name, textOf(value)]];
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
