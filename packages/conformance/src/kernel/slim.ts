import type { Contract, JsonSchema } from "@plumbline/schemas";
import { ownText } from "./own-text.ts";

/** Bytes of a body below which nothing in it can be too much. */
const SMALL = 64 * 1_024;
/** Members of one object that no rule is about, and characters of a text: beyond them a target only fills the memory. */
const MOST_UNKNOWN = 500;
const LONGEST_TEXT = 65_536;
const LONGEST_NAME = 1_000;

/**
 * What is kept of the JSON of an answer, for all that looks at it. Members that the contract lists all stay, and whatever
 * is too long for a limit of the contract still is.
 */
export function slimmer(contract: Contract): (json: unknown, bytes: number) => unknown {
  let listed: ReadonlySet<string> | undefined;
  return (json, bytes) => {
    if (bytes <= SMALL) return json;
    listed ??= listedNames(contract);
    return slim(json, listed);
  };
}

function slim(json: unknown, listed: ReadonlySet<string>): unknown {
  if (typeof json === "string") return json.length > LONGEST_TEXT ? ownText(json.slice(0, LONGEST_TEXT)) : json;
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => slim(item, listed));
  let unknown = 0;
  const members = json as Readonly<Record<string, unknown>>;
  const kept: [string, unknown][] = [];
  // The names alone: of so many members, the values cost a third of a second.
  for (const name of Object.keys(members)) {
    const isListed = listed.has(name);
    if (!isListed) unknown += 1;
    if (isListed || unknown <= MOST_UNKNOWN)
      kept.push([name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name, slim(members[name], listed)]);
  }
  return Object.fromEntries(kept);
}

function listedNames({ operations }: Contract): ReadonlySet<string> {
  const names = new Set<string>(ERROR_AND_ENVELOPE);
  for (const { result } of operations.flatMap(({ routes }) => routes))
    if (result && "schema" in result) addNames(result.schema, names);
  return names;
}

/** Members of bodies that no operation has for its own. */
const ERROR_AND_ENVELOPE = [
  "error",
  "errorCode",
  "reason",
  "detail",
  "parameters",
  "error_description",
  "content",
  "status",
];

function addNames(schema: JsonSchema, names: Set<string>): void {
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [], if: condition, then, else: otherwise } = schema;
  for (const [name, inner] of Object.entries(properties)) {
    names.add(name);
    addNames(inner, names);
  }
  for (const inner of [items, ...oneOf, ...anyOf, ...allOf, condition, then, otherwise])
    if (inner !== undefined) addNames(inner, names);
}
