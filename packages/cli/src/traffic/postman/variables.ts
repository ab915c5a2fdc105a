import { member } from "@plumbline/conformance";
import type { Pair } from "../pairs-in.ts";

/** Values by name. */
export type Variables = ReadonlyMap<string, string>;

/** Names in a value of another name. */
const MOST_ROUNDS = 10;
/** Characters that a text may grow to. */
const LONGEST = 2 ** 24;
const REFERENCE = /\{\{([^{}]*)\}\}/g;

/** Variables with those that a collection, a folder or an address defines, which hide others of their name. */
export function withVariables(outer: Variables, listed: unknown): Variables {
  if (!Array.isArray(listed) || listed.length === 0) return outer;
  const all = new Map(outer);
  for (const one of listed as readonly unknown[]) {
    const [name, value] = [member(one, "key") ?? member(one, "id"), member(one, "value")];
    const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (typeof name === "string" && isText && member(one, "disabled") !== true) all.set(name, String(value));
  }
  return all;
}

/** Names and values with their variables' values; `undefined` when one has none. */
export function resolvedPairs(pairs: readonly Pair[], variables: Variables): readonly Pair[] | undefined {
  const all: Pair[] = [];
  for (const [name, value = ""] of pairs) {
    const [key, text] = [resolved(name, variables), resolved(value, variables)];
    if (key === undefined || text === undefined) return undefined;
    all.push([key, text]);
  }
  return all;
}

/** A text with its variables' values in their place; `undefined` when one has none that the collection holds. */
export function resolved(text: string, variables: Variables): string | undefined {
  let now = text;
  for (let round = 0; now.includes("{{"); round++) {
    let isOpen = round > MOST_ROUNDS;
    let length = now.length;
    const next = now.replaceAll(REFERENCE, (whole, name: string) => {
      const value = variables.get(name.trim()) ?? "";
      length += value.length - whole.length;
      isOpen ||= value === "" || length > LONGEST;
      return isOpen ? "" : value;
    });
    if (isOpen) return undefined;
    // Brackets that are no variable's stay.
    if (next === now) return now;
    now = next;
  }
  return now;
}
