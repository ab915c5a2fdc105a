import { array, integer, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { ANALYZER_PREFIX } from "../vocabulary.ts";
import { charFilter, charFilterInput, tokenFilter, tokenFilterInput } from "./analyzer-filter.ts";

/**
 * The built-in analyzers that the description lists, with the neutral prefix, which a profile's `analyzerPrefix`
 * replaces.
 */
export const BUILT_IN_ANALYZERS: readonly string[] = [
  ...["standard", "simple", "whitespace", "keyword", "arabic", "armenian", "basque", "bengali", "brazilian"],
  ...["bulgarian", "catalan", "chinese", "cjk", "czech", "danish", "dutch", "english", "finnish", "french"],
  ...["galician", "german", "greek", "hindi", "hungarian", "indonesian", "irish", "italian", "japanese", "korean"],
  ...["kuromoji", "latvian", "lithuanian", "morfologik", "nori", "norwegian", "persian", "portuguese", "romanian"],
  ...["russian", "smartcn", "sorani", "spanish", "swedish", "thai", "turkish", "ukrainian"],
].map((name) => `${ANALYZER_PREFIX}.${name}`);

const STANDARD = `${ANALYZER_PREFIX}.standard`;

/** An analyzer by name. The set is open, because an index may also name its custom analyzers. */
export const analyzerName = string({ "x-known-values": BUILT_IN_ANALYZERS, examples: [STANDARD] });
/** The analyzer of an index. Default: the standard one. */
export const indexAnalyzer = string({ "x-known-values": BUILT_IN_ANALYZERS, default: STANDARD });

const name = string({ examples: ["partialWords"] });
const gramSizes = { maxGram: integer({ examples: [5] }), minGram: integer({ examples: [2] }) };
const tokenizerType = string({
  "x-known-values": [
    "edgeGram",
    "keyword",
    "nGram",
    "regexCaptureGroup",
    "regexSplit",
    "standard",
    "uaxUrlEmail",
    "whitespace",
  ],
  examples: ["edgeGram"],
});

/**
 * A custom analyzer of version 1.0 and of the flat form. The description does not list the prefixes that its name must
 * not have.
 */
export const customAnalyzerInput = object(
  { name, tokenizer: object({ type: tokenizerType }, gramSizes, { title: "TokenizerInput" }) },
  { charFilters: array(charFilterInput), tokenFilters: array(tokenFilterInput) },
  { title: "CustomAnalyzerInput" },
);
/** One analyzer of the array that replaces the analyzers of a cluster. */
export type CustomAnalyzerInput = Static<typeof customAnalyzerInput>;

/** A custom analyzer in an answer of the same operations. */
export const customAnalyzer = object(
  { name },
  {
    charFilters: array(charFilter),
    tokenFilters: array(tokenFilter),
    tokenizer: object({}, { type: tokenizerType, ...gramSizes }, { title: "Tokenizer" }),
  },
  { title: "CustomAnalyzer" },
);
/** A value that `customAnalyzer` accepts. */
export type CustomAnalyzer = Static<typeof customAnalyzer>;

const freeFilters = (type: string) => array(object({}, {}, { examples: [{ type }] }));
const freeTokenizer = object({}, {}, { examples: [{ type: "edgeGram", minGram: 2, maxGram: 5 }] });
const freeMembers = { charFilters: freeFilters("htmlStrip"), tokenFilters: freeFilters("lowercase") };

/** A custom analyzer in a request, inside a definition: its filters and tokenizer are objects of any form. */
export const definedAnalyzerInput = object({ name, tokenizer: freeTokenizer }, freeMembers, {
  title: "DefinedAnalyzerInput",
});
/** A custom analyzer in an answer, inside a definition: its filters and tokenizer are objects of any form. */
export const definedAnalyzer = object(
  {},
  { name, tokenizer: freeTokenizer, ...freeMembers },
  { title: "DefinedAnalyzer" },
);
