import { member } from "@plumbline/conformance";
import type { Pair } from "../pairs-in.ts";

/** Values of variables by name. */
export type Variables = ReadonlyMap<string, string>;

/** How often variables may contain other variables. */
const MOST_ROUNDS = 10;
/** Limit in characters of a text with its variables replaced. */
const LONGEST = 2 ** 24;
const REFERENCE = /\{\{([^{}]*)\}\}/g;

/**
 * The variables with those that a collection, a folder or an address defines; inner ones hide outer ones with the same
 * name.
 */
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

/** Pairs with their variables replaced; `undefined` if a variable has no value. */
export function resolvedPairs(pairs: readonly Pair[], variables: Variables): readonly Pair[] | undefined {
  const all: Pair[] = [];
  for (const [name, value = ""] of pairs) {
    const [key, text] = [resolved(name, variables), resolved(value, variables)];
    if (key === undefined || text === undefined) return undefined;
    all.push([key, text]);
  }
  return all;
}

/** A text with its variables replaced; `undefined` if the collection has no value for one. */
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
    // Only brackets that belong to no variable are left.
    if (next === now) return now;
    now = next;
  }
  return now;
}
