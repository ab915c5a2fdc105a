import { brief } from "../../expect/cases.ts";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { broken, observed, upheld } from "../../ground/judgement.ts";
import type { Risk } from "../../ground/risk.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Requirement } from "../../rule/requirement.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { is } from "../shared/subjects.ts";
import { wordsFor } from "./analyzer-words.ts";
import {
  addressOf,
  createIndex,
  createsIndex,
  indexBody,
  isFlat,
  takesText,
  textSteps,
  updatesIndex,
} from "./search-steps.ts";
import { searchRule } from "./states.ts";

/*
 * The members that bodies of search indexes may have.
 */

const RESOURCE = "Resources and their fields > Search index";
const creates = is("createSearchIndex", "createSearchIndexLegacy");
/** Writes whose body defines a text index. */
const statesText = (subject: Subject): boolean => creates(subject) || updatesIndex(subject);

const textRisk = (subject: Subject): Risk => (updatesIndex(subject) ? "update" : "create");

const EVERYTHING = {
  analyzers: [{ name: "plumblineWords", tokenizer: { type: "whitespace" } }],
  mappings: { dynamic: false, fields: { title: { type: "string" } } },
  storedSource: { include: ["title"] },
  synonyms: [{ name: "plumblineSynonyms", source: { collection: "plumblineSynonyms" } }],
};

const LISTED = {
  name: "plumblineListed",
  charFilters: [{ type: "htmlStrip", ignoredTags: ["a"] }],
  tokenFilters: [{ type: "lowercase" }],
  tokenizer: { type: "edgeGram", minGram: 2, maxGram: 5 },
};
const UNLISTED = {
  name: "plumblineFree",
  charFilters: [{ type: "plumblineUnknown", anything: [1] }],
  tokenFilters: [{ type: "plumblineUnknown" }],
  tokenizer: { type: "plumblineUnknown" },
};

/** The rules on the bodies of search indexes, in the flat form and in the form with a definition. */
export const searchDefinitions: readonly Requirement[] = [
  searchRule({
    id: "SRCH-COMMON",
    basis: "derived:D1",
    text: "Creating an index needs collectionName, database and name.",
    section: RESOURCE,
    stage: "refused-writes",
    on: creates,
    requests: 6,
    tell: async (story) => {
      const without = (name: string) => ({ body: indexBody(story, {}, { [name]: undefined }) });
      return refusesBodies(story, {
        "a body without collectionName": without("collectionName"),
        "a body without database": without("database"),
        "a body without name": without("name"),
        "name as a number": { body: indexBody(story, {}, { name: 5 }) },
      });
    },
  }),
  searchRule({
    id: "SRCH-FLAT-FIELDS",
    text: "The flat form takes analyzer, analyzers, mappings, searchAnalyzer, storedSource and synonyms, each of its listed type.",
    section: RESOURCE,
    stage: "refused-writes",
    on: (subject) => creates(subject) && isFlat(subject),
    requests: 10,
    tell: async (story) => {
      const analyzer = "engine.standard";
      const text = { ...EVERYTHING, analyzer, searchAnalyzer: analyzer };
      const synonyms = EVERYTHING.synonyms.map((synonym) => ({ ...synonym, analyzer }));
      await createsIndex(story, "an index with every member of the flat form", indexBody(story, { ...text, synonyms }));
      return refusesBodies(story, {
        "mappings.dynamic as a text": { body: indexBody(story, { mappings: { dynamic: "x" } }) },
        "mappings as a list": { body: indexBody(story, { mappings: [] }) },
        "analyzers as an object": { body: indexBody(story, { analyzers: {} }) },
        "analyzer as a number": { body: indexBody(story, { analyzer: 5 }) },
        "synonyms as an object": { body: indexBody(story, { synonyms: {} }) },
      });
    },
  }),
  searchRule({
    id: "SRCH-ANALYZER-VALUES",
    level: "SHOULD",
    basis: "derived:D1",
    text: "A built-in analyzer is the prefix, a dot and one of the 46 listed words; a word under the prefix that is not listed is refused.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: textRisk,
    on: statesText,
    requests: 16,
    tell: async (story) => {
      const step = await textSteps(story);
      for (const word of ["keyword", "nori", "ukrainian"])
        await takesText(story, step, `the analyzer ${word}`, { analyzer: `engine.${word}` });
      return refusesBodies(
        story,
        Object.fromEntries(
          ["analyzer", "searchAnalyzer"].map((name) => [
            `an ${name} that is not listed`,
            step({ [name]: "engine.klingon" }),
          ]),
        ),
      );
    },
    mock: "analyzers may also be custom, so its document lists no others",
  }),
  searchRule({
    id: "SRCH-ANALYZER-WORDS",
    level: "MUST",
    basis: "stated",
    text: "Each of the 46 listed words for a built-in analyzer is accepted, for stored text and for searched text.",
    section: RESOURCE,
    risk: textRisk,
    on: statesText,
    requests: 16,
    tell: async (story) => {
      const step = await textSteps(story);
      for (const [analyzer, searchAnalyzer] of wordsFor(story.subject))
        await takesText(story, step, `the analyzers ${analyzer} and ${searchAnalyzer}`, { analyzer, searchAnalyzer });
      return upheld;
    },
    mock: "it takes any text for an analyzer",
  }),
  searchRule({
    id: "SRCH-STOREDSOURCE",
    level: "SHOULD",
    basis: "derived:D1",
    text: "storedSource is a boolean, or an object with one of include and exclude, never both: an array of field names.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: textRisk,
    on: statesText,
    requests: 16,
    tell: async (story) => {
      const step = await textSteps(story);
      for (const name of ["include", "exclude"])
        await takesText(story, step, `storedSource with ${name}`, { storedSource: { [name]: ["title"] } });
      await takesText(story, step, "storedSource true", { storedSource: true });
      return refusesBodies(story, {
        "storedSource as a text": step({ storedSource: "plumbline" }),
        "storedSource with include and exclude": step({ storedSource: { include: ["title"], exclude: ["year"] } }),
      });
    },
  }),
  searchRule({
    id: "SRCH-DEFINITION-REQUIRED",
    text: "A body in the definition form needs definition.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "update",
    // A create without a definition might count as one in the flat form, which version 2 accepts as well.
    on: (subject) => !isFlat(subject) && is("updateSearchIndexByName", "updateSearchIndexById")(subject),
    requests: 6,
    tell: async (story) => {
      const address = addressOf(story, await createIndex(story));
      return refusesBodies(story, {
        "an empty object": { ...address, body: {} },
        "members of a definition without definition": { ...address, body: { mappings: { dynamic: true } } },
      });
    },
  }),
  searchRule({
    id: "SRCH-V2-FREEFORM",
    text: "Character filters, token filters and tokenizers within a definition are free-form objects: those of listed types are taken.",
    section: RESOURCE,
    on: (subject) => creates(subject) && !isFlat(subject),
    requests: 5,
    tell: async (story) => {
      await createsIndex(story, "filters and a tokenizer of listed types", indexBody(story, { analyzers: [LISTED] }));
      const exchange = await story.ask(story.subject.operation.id, {
        body: indexBody(story, { analyzers: [UNLISTED] }),
      });
      if (wasAccepted(exchange)) return upheld;
      // An engine that has to use the filters may check their types.
      return wasRefused(exchange)
        ? observed(`types that are not listed: ${brief(exchange)}`)
        : broken("an index, or a refusal, for types that are not listed", received(exchange));
    },
  }),
];
