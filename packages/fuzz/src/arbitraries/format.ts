import fc from "fast-check";
import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { keepsText } from "./keeps-text.ts";
import type { Keywords } from "./keywords.ts";
import type { Scope } from "./scope.ts";
import { ADDRESSES } from "./texts.ts";

/** The epoch, a leap day, the ends of a second, a day and a year, and the last year with four digits. */
export const DATE_EDGES = [
  "1970-01-01T00:00:00Z",
  "2024-02-29T12:00:00Z",
  "2025-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59Z",
] as const;

/** The arbitrary of each supported format. */
const TEXTS = {
  "date-time": () =>
    fc.oneof({ weight: 6, arbitrary: dateTime() }, { weight: 1, arbitrary: fc.constantFrom(...DATE_EDGES) }),
  date: () => dateTime().map((text) => text.slice(0, 10)),
  time: () => dateTime().map((text) => text.slice(11)),
  duration: () => fc.tuple(fc.nat(400), fc.nat(48)).map(([days, hours]) => `P${days}DT${hours}H`),
  email: () => fc.oneof(fc.constantFrom(...ADDRESSES), fc.emailAddress()),
  hostname: () => fc.domain(),
  ipv4: () =>
    fc.oneof(
      { weight: 6, arbitrary: fc.ipV4() },
      { weight: 1, arbitrary: fc.constantFrom("0.0.0.0", "127.0.0.1", "255.255.255.255") },
    ),
  ipv6: () => fc.ipV6(),
  uri: () => fc.webUrl({ withQueryParameters: true }),
  "uri-reference": () => fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.webPath()),
  uuid: () => fc.uuid(),
  regex: () => fc.constantFrom("", "^a+$", "[0-9]{2,}", "(?:x|y)*"),
  "json-pointer": () => fc.array(fc.stringMatching(/^[a-z0-9_]{1,8}$/), { maxLength: 3 }).map(asPointer),
} as const satisfies Readonly<Record<string, () => fc.Arbitrary<string>>>;

type Format = keyof typeof TEXTS;

/** Texts that are searched for one with the length and the pattern of the schema. */
const LOOKED_AT = 2_000;

/** Whether values of a format are drawn; all other formats assert nothing. */
export const isDrawn = (format: string): format is Format => Object.hasOwn(TEXTS, format);

/** Refuses an unsupported format if the caller asked for that. */
export function unknownFormat(format: string, pointer: string, { strictFormats }: Scope): void {
  if (strictFormats)
    throw new UnsupportedKeywordError("format", pointer, `"${format}" is none of ${Object.keys(TEXTS).join(", ")}`);
}

/** Texts of a format that also satisfy the other keywords. */
export function formatArbitrary(format: Format, schema: Keywords, pointer: string): fc.Arbitrary<string> {
  const drawn = TEXTS[format]();
  const isAlone = schema.pattern === undefined && schema.maxLength === undefined && (schema.minLength ?? 0) <= 1;
  if (isAlone && (schema.minLength === undefined || !CAN_BE_EMPTY.includes(format))) return drawn;
  const fitting = fc.sample(drawn, { numRuns: LOOKED_AT, seed: 1 }).filter((text) => keepsText(schema, text));
  if (fitting.length === 0)
    throw new UnsupportedKeywordError("format", pointer, "none of its texts keeps the pattern or the length beside it");
  const shortest = fitting.toSorted((one, other) => one.length - other.length);
  return fc.constantFrom(...new Set(shortest));
}

const CAN_BE_EMPTY: readonly Format[] = ["uri-reference", "regex", "json-pointer"];

const asPointer = (names: readonly string[]): string => names.map((name) => `/${name}`).join("");

function dateTime(): fc.Arbitrary<string> {
  const [min, max] = [new Date("1970-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59Z")];
  return fc.date({ min, max, noInvalidDate: true }).map(
    (date) => date.toISOString(),
    (text) => new Date(String(text)),
  );
}
