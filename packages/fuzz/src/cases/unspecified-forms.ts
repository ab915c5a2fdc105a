import { NEVER_ISSUED, writeOf } from "@plumbline/conformance";
import { readText } from "@plumbline/schemas";
import { looseTexts } from "../lexical/loose-texts.ts";
import { nearTexts } from "../lexical/near-texts.ts";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import { isStillRefusable, openNear, refusable } from "./near-bodies.ts";
import { takesTurn } from "./negatives.ts";
import { type FuzzedSubject, familyOf } from "./subjects.ts";
import { type CaseCall, cellOf, type TestCase } from "./test-case.ts";

type Form = readonly [name: string, side: string, call: CaseCall];

/** Deep enough to overflow the stack of a recursive parser, short enough for any limit on bodies. */
const DEPTH = 1_000;

/** Forms of requests that the description leaves open: the server may answer anything, except with a failure. */
export function unspecifiedFormsOf(subject: FuzzedSubject, parts: BodyParts): readonly TestCase[] {
  const { operation, version, label } = subject;
  const family = familyOf(operation);
  const effect = writeOf(operation.id)?.effect;
  // If the request names no record, a server that accepts the form would carry it out.
  if (family === "removals" && effect?.kind !== "owned") return [];
  const right = [...bodiesFor(operation.id, parts, version).values()];
  // An accepted request would create a permanent record, so only invalid bodies are sent.
  const [wrong, rich] = family === "lasting" ? [right[0], right.at(-1)].map((one) => refusable(subject, one)) : [];
  if (family === "lasting" && wrong === undefined) return [];
  const plain = wrong === undefined ? right[0] : wrong.body;
  const richest = rich === undefined ? right.at(-1) : rich.body;
  const body = plain === undefined ? {} : { rawBody: JSON.stringify(plain) };
  const forms = [
    ...[...queryForms(subject), ...nobodysPaths(subject)].map(
      ([name, side, call]): Form => [name, side, { ...body, ...call }],
    ),
    // Only objects can have further members.
    ...(typeof plain !== "object" || plain === null || Array.isArray(plain) ? [] : bodyForms(JSON.stringify(plain))),
  ];
  const misses = [
    ...nearQueries(subject).map((rawQuery, index): Form => ["query:near", `misses ${index}`, { ...body, rawQuery }]),
    ...openNear(subject, richest)
      .filter(({ text }) => family !== "lasting" || isStillRefusable(subject, text, rich?.broken))
      .map(({ side, text }): Form => ["body:near", side, { rawBody: text }]),
  ].filter((_form, index) => takesTurn(subject, index));
  return [
    ...(family === "lasting" ? [] : forms).map((form) => ({
      form,
      tier: "unspecified" as const,
      question: {
        question: `${form[0]} ${form[1]}`,
        ...(isOfNoQueryParameter(form) && { way: `${form[0]} ${form[1]}` }),
      },
    })),
    ...misses.map((form) => ({ form, tier: "misses" as const, question: {} })),
  ].map(({ form: [name, side, call], tier, question }) => ({
    id: `${label} ${name} ${side}`,
    cell: `${label} ${name}`,
    ...question,
    setup: label,
    tier,
    aim: "no crash",
    operation: operation.id,
    version,
    base: "plain",
    level: "SHOULD",
    name,
    shows: cellOf(name, side),
    expected: `any answer but 5xx to ${placeOf(name)} with ${side}`,
    call: { ...call, open: true },
  }));
}

/** A server handles such a form everywhere in the same way, so one is sent early. */
const isOfNoQueryParameter = ([name]: Form): boolean => /^(query|body):|^(header|path)\//.test(name);

function placeOf(name: string): string {
  const [place] = name.split(/[:/]/);
  switch (place) {
    case "query":
    case "path":
      return `the ${place}`;
    case "header":
      return "a header";
    default:
      return "a body";
  }
}

/** Reads with ids of missing records, one in each place: servers may look up the parents of a record first. */
const nobodysPaths = ({ operation }: FuzzedSubject): Form[] =>
  (operation.risk === "read" ? operation.pathParameters : [])
    .filter(({ name, schema }) => name.endsWith("Id") && readText(schema, NEVER_ISSUED).kind === "value")
    .map(({ name }): Form => [`path/${name}:unknown`, "an id that nobody has", { path: { [name]: NEVER_ISSUED } }]);

function queryForms({ operation }: FuzzedSubject): Form[] {
  const loose = operation.query.flatMap(({ name, schema }) =>
    looseTexts(schema).map(
      ({ side, text }): Form => [`query/${name}:loose`, `${name} as ${side}`, { query: { [name]: text } }],
    ),
  );
  const [first] = operation.query;
  const accepts: readonly Form[] = [
    ["header/accept:mediaType", "text/html wanted", { accept: "text/html" }],
    [
      "header/accept:mediaType",
      "a long list of what is wanted",
      { accept: Array(200).fill("text/html;q=0.1").join(", ") },
    ],
  ];
  const raw: readonly (readonly [name: string, side: string, query: string])[] = [
    ["query:unknown", "an unknown name", "plumblineUnknown=1"],
    ["query:unknown", "the name __proto__", "__proto__=1&__proto__[x]=1"],
    ["query:unknown", "the name constructor", "constructor=1&constructor[prototype]=1"],
    ["query:escape", "a broken escape", "plumbline=%E0%A4%A"],
    ...(first
      ? [["query:repeated", `${first.name} given twice`, `${first.name}=true&${first.name}=false`] as const]
      : []),
    ...(first ? [["query:repeated", `${first.name} as a list`, `${first.name}[]=true`] as const] : []),
  ];
  return [...loose, ...raw.map(([name, side, rawQuery]): Form => [name, side, { rawQuery }]), ...accepts];
}

/**
 * Queries in which every parameter is nearly right, each in its next way, and one query with all names that are not
 * parameters. A server handles all of them alike, so they need not be sent one by one.
 */
function nearQueries({ operation }: FuzzedSubject): readonly string[] {
  const texts = operation.query.map(({ name, schema }) => ({ name, texts: nearTexts(schema) }));
  const count = Math.max(0, ...texts.map((one) => one.texts.length));
  const queries = Array.from({ length: count }, (_none, index) =>
    texts.flatMap(({ name, texts }): [string, string][] => {
      const miss = texts[index];
      return miss === undefined ? [] : [[name, miss.text]];
    }),
  );
  const names = operation.query.map(({ name }) => name);
  const strange = ["plumblineUnknown", ...RESERVED, ...names.map(capital), ...names].map((name): [string, string] => [
    name,
    "true",
  ]);
  return [...queries, strange].map((pairs) => new URLSearchParams(pairs).toString());
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Names with a meaning in the languages in which servers are written. */
const RESERVED = ["__proto__", "constructor", "toString"] as const;

/** `text` must be an object with at least one member. */
function bodyForms(text: string): Form[] {
  const inner = text.slice(1, -1);
  const members: Readonly<Record<string, unknown>> = JSON.parse(text);
  const capitals = Object.fromEntries(Object.entries(members).map(([name, value]) => [capital(name), value]));
  const texts: readonly (readonly [name: string, side: string, text: string])[] = [
    ["body:unknown", "an unknown member", `{${inner},"plumblineUnknown":{"a":1}}`],
    ["body:unknown", "the member constructor", `{${inner},"constructor":{"prototype":{"x":1}}}`],
    ["body:unknown", "the member __proto__", `{${inner},"__proto__":{"x":1}}`],
    ["body:unknown", "each member in another letter case too", JSON.stringify({ ...members, ...capitals })],
    ["body:unknown", "the member toString", `{${inner},"toString":1}`],
    ["body:repeated", "every member twice", `{${inner},${inner}}`],
    [
      "body:depth",
      `${DEPTH} lists inside one another`,
      `{${inner},"plumblineUnknown":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`,
    ],
    ["body:shape", "nothing in it", ""],
    ["body:shape", "null in it", "null"],
    ["body:shape", "a list in it", `[${text}]`],
    ["body:text", "a byte order mark", `\ufeff${text}`],
    ["body:text", "half a surrogate pair", `{${inner},"plumblineUnknown":"\\ud800"}`],
    ["body:number", "a number beyond all widths", `{${inner},"plumblineUnknown":1e400}`],
    ["body:loose", "true as a word", text.replace(/:(true|false)/, ':"$1"')],
    ["body:loose", "null for each truth value", text.replaceAll(/:(true|false)/g, ":null")],
  ];
  return [
    ...texts.map(([name, side, rawBody]): Form => [name, side, { rawBody }]),
    ["body:media-type", "a charset", { rawBody: text, contentType: "application/json; charset=utf-8" }],
    ["body:media-type", "an unknown charset", { rawBody: text, contentType: "application/json; charset=plumbline" }],
    ["header/content-type:mediaType", "text/plain for JSON", { rawBody: text, contentType: "text/plain" }],
    [
      "header/content-type:mediaType",
      "a form's media type",
      { rawBody: text, contentType: "application/x-www-form-urlencoded" },
    ],
    ["header/content-type:mediaType", "application/xml for JSON", { rawBody: text, contentType: "application/xml" }],
  ];
}
