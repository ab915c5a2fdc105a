import { array, boolean, constant, discriminated, integer, object, open, string } from "../build.ts";
import type { JsonSchema } from "../json-schema.ts";

/*
 * Filters of a custom analyzer, distinguished by `type`. The description closes both sets of types; of the other
 * members it shows one per set, and the rest are known from public material only.
 */
export const CHAR_FILTER_TYPES = ["htmlStrip", "icuNormalize", "mapping", "persian"] as const;

/** Every kind of token filter of version 1.0. */
export const TOKEN_FILTER_TYPES = [
  "asciiFolding",
  "daitchMokotoffSoundex",
  "edgeGram",
  "englishPossessive",
  "flattenGraph",
  "icuFolding",
  "icuNormalizer",
  "kStemming",
  "length",
  "lowercase",
  "nGram",
  "porterStemming",
  "regex",
  "reverse",
  "shingle",
  "snowballStemming",
  "spanishPluralStemming",
  "stempel",
  "stopword",
  "trim",
  "wordDelimiterGraph",
] as const;
type TokenFilterType = (typeof TOKEN_FILTER_TYPES)[number];

const originalTokens = string({ "x-known-values": ["omit", "include"], examples: ["omit"] });
const count = (example: number) => open(integer({ examples: [example] }));
const word = (example: string) => open(string({ examples: [example] }));
const gram = { minGram: count(2), maxGram: count(5), termNotInBounds: word("omit") };

const TOKEN_FILTER_MEMBERS: Readonly<Partial<Record<TokenFilterType, Readonly<Record<string, JsonSchema>>>>> = {
  asciiFolding: { originalTokens: open(originalTokens) },
  daitchMokotoffSoundex: { originalTokens: open(originalTokens) },
  edgeGram: gram,
  icuNormalizer: { normalizationForm: word("nfc") },
  length: { min: count(0), max: count(255) },
  nGram: gram,
  regex: { pattern: word("[0-9]+"), replacement: word("#"), matches: word("all") },
  shingle: { minShingleSize: count(2), maxShingleSize: count(3) },
  snowballStemming: { stemmerName: word("english") },
  stopword: { tokens: open(array(string({ examples: ["the"] }))), ignoreCase: open(boolean({ examples: [true] })) },
  wordDelimiterGraph: { delimiterOptions: open(object({})) },
};

const ignoredTags = array(string({ examples: ["a"] }));

/** A character filter in a request. */
export const charFilterInput = discriminated(
  "type",
  [
    object({ type: constant("htmlStrip") }, { ignoredTags }),
    object({ type: constant("icuNormalize") }),
    object({ type: constant("mapping") }, { mappings: open(object({}, {}, { examples: [{ "\u00e6": "ae" }] })) }),
    object({ type: constant("persian") }),
  ],
  { title: "CharFilterInput" },
);

/** A token filter in a request. */
export const tokenFilterInput = discriminated(
  "type",
  TOKEN_FILTER_TYPES.map((type) => object({ type: constant(type) }, TOKEN_FILTER_MEMBERS[type])),
  { title: "TokenFilterInput" },
);

/** A character filter in an answer: any type, and members have a type where the description gives one. */
export const charFilter = object(
  {},
  { type: string({ "x-known-values": CHAR_FILTER_TYPES, examples: ["htmlStrip"] }), ignoredTags },
  { title: "CharFilter" },
);
/** A token filter in an answer, of any type. */
export const tokenFilter = object(
  {},
  { type: string({ "x-known-values": TOKEN_FILTER_TYPES, examples: ["asciiFolding"] }), originalTokens },
  { title: "TokenFilter" },
);
