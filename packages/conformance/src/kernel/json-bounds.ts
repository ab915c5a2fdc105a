import type { JsonBounds } from "@plumbline/client";
import { type Contract, type JsonSchema, standardError, tokenError } from "@plumbline/schemas";

/** The most unknown members of an object, and characters of a text or name: more of them only fill the memory. */
const MOST_UNKNOWN = 500;
const LONGEST_TEXT = 65_536;
const LONGEST_NAME = 1_000;
/** A page has at most 500 records, and lists without pages (hosts, indexes, snapshots, names) are never this long. */
const MOST_ITEMS = 5_000;
/** 500 records of 300 values each. */
const MOST_VALUES = 150_000;

/**
 * Bounds for the JSON of an answer that the run keeps. Members that the contract lists always stay, and a text that is
 * too long for a limit of the contract still is.
 */
export function jsonBounds(contract: Contract): JsonBounds {
  let names: ReadonlySet<string> | undefined;
  return {
    listed: () => {
      names ??= listedNames(contract);
      return names;
    },
    mostUnknown: MOST_UNKNOWN,
    longestText: LONGEST_TEXT,
    longestName: LONGEST_NAME,
    mostItems: MOST_ITEMS,
    mostValues: MOST_VALUES,
  };
}

function listedNames({ operations }: Contract): ReadonlySet<string> {
  const names = new Set<string>(BESIDE);
  for (const schema of [standardError, tokenError]) addNames(schema, names);
  for (const { result } of operations.flatMap(({ routes }) => routes))
    if (result && "schema" in result) addNames(result.schema, names);
  return names;
}

/** Members of an envelope, and one that servers are known to add to an error. */
const BESIDE = ["content", "status", "parameters"];

function addNames(schema: JsonSchema, names: Set<string>): void {
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [], if: condition, then, else: otherwise } = schema;
  for (const [name, inner] of Object.entries(properties)) {
    names.add(name);
    addNames(inner, names);
  }
  for (const inner of [items, ...oneOf, ...anyOf, ...allOf, condition, then, otherwise])
    if (inner !== undefined) addNames(inner, names);
}
