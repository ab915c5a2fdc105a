import { describe, expect, it } from "vitest";
import { array } from "../build.ts";
import { exampleOf } from "../example.ts";
import { atlas } from "../profiles/atlas.ts";
import { neutralBody, renameSchema, wireBody } from "../profiles/rename.ts";
import { createValidator } from "../validate.ts";
import {
  analyzerName,
  BUILT_IN_ANALYZERS,
  customAnalyzer,
  customAnalyzerInput,
  definedAnalyzerInput,
} from "./analyzer.ts";

const { accepts, violations } = createValidator();
const answers = createValidator({ answers: true });
const tokenizer = { type: "edgeGram", minGram: 2, maxGram: 4 };
const taken = (members: object): boolean => accepts(customAnalyzerInput, { name: "a", tokenizer, ...members });

describe("a custom analyzer in a request", () => {
  it("has a valid example", () => {
    expect(violations(customAnalyzerInput, exampleOf(customAnalyzerInput))).toEqual([]);
  });

  it("requires a name and a tokenizer with a type", () => {
    expect(accepts(customAnalyzerInput, { tokenizer })).toBe(false);
    expect(accepts(customAnalyzerInput, { name: "a" })).toBe(false);
    expect(taken({ tokenizer: { minGram: 1, maxGram: 2 } })).toBe(false);
    expect(taken({ tokenizer: { type: "standard" } })).toBe(true);
    expect(taken({ tokenizer: { type: "of another kind" } })).toBe(true);
  });

  it("requires whole numbers of grams", () => {
    for (const size of ["minGram", "maxGram"]) {
      expect([2, "2", 2.5].map((count) => taken({ tokenizer: { ...tokenizer, [size]: count } }))).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  it("accepts the four character filters and no other", () => {
    const types = ["htmlStrip", "icuNormalize", "mapping", "persian"];
    expect(types.filter((type) => !taken({ charFilters: [{ type }] }))).toEqual([]);
    expect(
      [{ type: "nope" }, { type: "lowercase" }, {}, "persian"].filter((one) => taken({ charFilters: [one] })),
    ).toEqual([]);
    expect(taken({ charFilters: { type: "persian" } })).toBe(false);
  });

  it("accepts the 21 token filters and no other", () => {
    const types =
      "asciiFolding daitchMokotoffSoundex edgeGram englishPossessive flattenGraph icuFolding icuNormalizer kStemming length lowercase nGram porterStemming regex reverse shingle snowballStemming spanishPluralStemming stempel stopword trim wordDelimiterGraph".split(
        " ",
      );
    expect(types).toHaveLength(21);
    expect(types.filter((type) => !taken({ tokenFilters: [{ type }] }))).toEqual([]);
    expect(["nope", "htmlStrip", "LOWERCASE", ""].filter((type) => taken({ tokenFilters: [{ type }] }))).toEqual([]);
  });

  it("checks the type of a filter member only if the description states one", () => {
    expect(taken({ charFilters: [{ type: "htmlStrip", ignoredTags: ["a"] }] })).toBe(true);
    expect(taken({ charFilters: [{ type: "htmlStrip", ignoredTags: "a" }] })).toBe(false);
    expect(taken({ tokenFilters: [{ type: "asciiFolding", originalTokens: "omit" }] })).toBe(true);
    expect(taken({ tokenFilters: [{ type: "asciiFolding", originalTokens: 1 }] })).toBe(true);
    expect(taken({ tokenFilters: [{ type: "nGram", minGram: "one" }] })).toBe(true);
  });
});

describe("a custom analyzer elsewhere", () => {
  it("has free-form members inside a definition, except for its name", () => {
    const free = { name: "a", tokenizer: {}, charFilters: [{ type: "nope" }], tokenFilters: [{}] };
    expect(accepts(definedAnalyzerInput, free)).toBe(true);
    expect(accepts(definedAnalyzerInput, { ...free, charFilters: ["persian"] })).toBe(false);
    expect(accepts(definedAnalyzerInput, { ...free, tokenizer: "standard" })).toBe(false);
    expect(accepts(definedAnalyzerInput, { ...free, name: undefined })).toBe(false);
  });

  it("may have an unlisted type in an answer, and requires only its name", () => {
    expect(
      answers.accepts(array(customAnalyzer), [{ name: "a", tokenFilters: [{ type: "new" }], charFilters: null }]),
    ).toBe(true);
    expect(answers.accepts(customAnalyzer, { tokenizer })).toBe(false);
    expect(answers.accepts(customAnalyzer, { name: "a", tokenizer: { type: 5 } })).toBe(false);
  });
});

describe("names of built-in analyzers", () => {
  it("are 46, and a custom analyzer may have another name", () => {
    expect(new Set(BUILT_IN_ANALYZERS).size).toBe(46);
    expect([BUILT_IN_ANALYZERS[0], BUILT_IN_ANALYZERS.at(-1)]).toEqual(["engine.standard", "engine.ukrainian"]);
    expect([accepts(analyzerName, "mine"), accepts(analyzerName, 5)]).toEqual([true, false]);
  });

  it("have the prefix of the profile on the wire, in every member that names an analyzer", () => {
    const sent = {
      analyzer: "engine.nori",
      searchAnalyzer: "mine",
      name: "engine.x",
      synonyms: [{ analyzer: "engine.cjk" }],
    };
    const wire = {
      analyzer: "lucene.nori",
      searchAnalyzer: "mine",
      name: "engine.x",
      synonyms: [{ analyzer: "lucene.cjk" }],
    };
    expect(wireBody(atlas, sent)).toEqual(wire);
    expect(neutralBody(atlas, wire)).toEqual(sent);
    expect(renameSchema(atlas, analyzerName, "analyzer")["x-known-values"]).toContain("lucene.smartcn");
  });
});
