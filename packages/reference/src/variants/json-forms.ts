import type { JsonSchema } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Fields } from "../records/fields.ts";
import { isFields } from "../rules/members.ts";
import type { Variant } from "./variant.ts";

/** Changes every object of a body, innermost first. */
function mapObjects(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isFields(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, change)])));
}

const objects =
  (change: (fields: Fields) => Fields) =>
  ({ print }: Behaviour): Partial<Behaviour> => ({
    print: (body, pretty) => print(mapObjects(body, change), pretty),
  });

/** Rewrites the finished text; `pretty` says whether it is indented. */
const texts =
  (change: (text: string, pretty: boolean) => string) =>
  ({ print }: Behaviour): Partial<Behaviour> => ({
    print: (body, pretty) => change(print(body, pretty), pretty),
  });

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const tokens = (strings: (text: string) => string, numbers: (text: string) => string) =>
  texts((text) => text.replace(TOKEN, (token) => (token.startsWith('"') ? strings(token) : numbers(token))));
const same = (token: string): string => token;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** An integer in another notation for the same number. */
function spelledOut(token: string): string {
  if (!/^\d+$/.test(token)) return token;
  return /^[1-9]\d*00$/.test(token) ? `${token.slice(0, -2)}e2` : `${token}.0`;
}

/** Changes every object whose members a schema lists. Maps stay unchanged, because their names are data. */
export function mapListed(
  value: unknown,
  schema: JsonSchema | undefined,
  change: (fields: Fields, listed: readonly string[]) => Fields,
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapListed(item, schema?.items, change));
  const properties = schema?.properties;
  if (!isFields(value) || properties === undefined) return value;
  const inner = Object.entries(value).map(([name, member]) => [name, mapListed(member, properties[name], change)]);
  return change(Object.fromEntries(inner), Object.keys(properties));
}

/** Changes the objects in successes, if a schema lists their members. */
const listed =
  (change: (fields: Fields, listed: readonly string[]) => Fields) =>
  ({ answers }: Behaviour): Partial<Behaviour> => ({
    answers: (operation, body, given) => {
      const answer = answers(operation, body, given);
      const schema = operation.result && "schema" in operation.result ? operation.result.schema : undefined;
      return answer.body === undefined ? answer : { ...answer, body: mapListed(answer.body, schema, change) };
    },
  });

/** Other texts for the same JSON values, and additional or null members. */
export const jsonVariants: readonly Variant[] = [
  {
    id: "extra-members",
    text: "Records carry members that the description does not list.",
    change: listed((fields) => ({ plumblineNote: "not listed", ...fields, linkToSelf: "https://example.net/self" })),
  },
  {
    id: "null-for-absent",
    text: "Members without a value are null instead of absent.",
    // A count that the caller did not request stays absent.
    change: listed((fields, names) => ({
      ...Object.fromEntries(names.filter((name) => name !== "totalCount").map((name) => [name, null])),
      ...fields,
    })),
  },
  {
    id: "members-reversed",
    text: "Members come in reverse order.",
    change: objects((fields) => Object.fromEntries(Object.entries(fields).reverse())),
  },
  {
    id: "members-sorted",
    text: "Members come in the order of their names.",
    change: objects((fields) => Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))),
  },
  {
    id: "json-escapes",
    text: "Texts escape slashes, characters outside ASCII and every letter a.",
    change: tokens(
      (text) =>
        text.replace(/\\.|[a/]|[^\x20-\x7e]/g, (found) =>
          found.startsWith("\\") ? found : found === "/" ? "\\/" : escaped(found),
        ),
      same,
    ),
  },
  {
    id: "json-numbers",
    text: "Integers are written 7.0 and 5e2.",
    change: tokens(same, spelledOut),
  },
  {
    id: "json-whitespace",
    text: "Every body has white space before and after it.",
    change: texts((text) => `\t ${text} \r\n`),
  },
  {
    id: "json-blank-lines",
    text: "Every body has blank lines and indentation before and after it.",
    change: texts((text) => `\n\n   ${text}\n \t\r\n`),
  },
  {
    id: "pretty-tabs",
    text: "pretty indents with tabs.",
    change: texts((text, pretty) =>
      pretty ? text.replace(/^ +/gm, (spaces) => "\t".repeat(spaces.length / 2)) : text,
    ),
  },
  {
    id: "pretty-carriage-returns",
    text: "pretty ends lines with a carriage return and a line feed, and puts spaces around colons.",
    change: texts((text, pretty) =>
      pretty ? text.replace(/\n/g, "\r\n").replace(/^(\s*"[^"\\]*"):/gm, "$1 :") : text,
    ),
  },
  {
    id: "pretty-refusals-plain",
    text: "pretty and envelope only affect successes.",
    change: ({ envelope, print }) => ({
      envelope: (status, body, list) => (status >= 400 ? body : envelope(status, body, list)),
      print: (body, pretty) => print(body, pretty && !(isFields(body) && "errorCode" in body)),
    }),
  },
];
