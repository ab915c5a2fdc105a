import type { Call } from "@plumbline/conformance";
import { looseTexts } from "../lexical/loose-texts.ts";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import { cellOf, type Shot } from "./shot.ts";
import type { FuzzedSubject } from "./subjects.ts";

type Form = readonly [name: string, side: string, call: Omit<Call, "operation" | "version">];

/** Deep enough to end a recursive reader of small stacks, short enough for any limit on bodies. */
const DEPTH = 1_000;

/** Forms that the description leaves open: whatever comes of them, it is not the server's failure. */
export function odditiesOf(subject: FuzzedSubject, parts: BodyParts): readonly Shot[] {
  const { operation, version, label } = subject;
  const plain = bodiesFor(operation.id, parts, version).get("plain");
  const body = plain === undefined ? {} : { rawBody: JSON.stringify(plain) };
  const forms = [
    ...queryForms(subject).map(([name, side, call]): Form => [name, side, { ...body, ...call }]),
    // Members can be added to objects only.
    ...(typeof plain !== "object" || plain === null || Array.isArray(plain) ? [] : bodyForms(JSON.stringify(plain))),
  ];
  return forms.map(([name, side, call]) => ({
    id: `${label} ${name} ${side}`,
    cell: `${label} ${name}`,
    kin: `${name} ${side}`,
    home: label,
    tier: "oddity",
    aim: "no crash",
    operation: operation.id,
    version,
    ground: "plain",
    level: "SHOULD",
    name,
    shows: cellOf(name, side),
    expected: `any answer but 5xx to ${placeOf(name)} with ${side}`,
    call: { ...call, open: true },
  }));
}

const placeOf = (name: string): string =>
  name.startsWith("query") ? "the query" : name.startsWith("header") ? "a header" : "a body";

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

/** `text` is an object with at least one member. */
function bodyForms(text: string): Form[] {
  const inner = text.slice(1, -1);
  const texts: readonly (readonly [name: string, side: string, text: string])[] = [
    ["body:unknown", "an unknown member", `{${inner},"plumblineUnknown":{"a":1}}`],
    ["body:unknown", "the member constructor", `{${inner},"constructor":{"prototype":{"x":1}}}`],
    ["body:unknown", "the member __proto__", `{${inner},"__proto__":{"x":1}}`],
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
