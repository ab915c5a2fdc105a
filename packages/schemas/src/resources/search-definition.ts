import { array, boolean, integer, object, open, string } from "../build.ts";
import type { JsonSchema, Schema, Static } from "../json-schema.ts";
import { analyzerName, definedAnalyzer, definedAnalyzerInput, indexAnalyzer } from "./analyzer.ts";

const mappings = object(
  {},
  {
    dynamic: boolean({ examples: [false] }),
    /** Keyed by field name; what stands under a name is not shown. */
    fields: object({}, {}, { examples: [{ title: { type: "string" } }] }),
  },
  { title: "SearchMappings" },
);

const synonyms = array(
  object(
    {},
    {
      analyzer: analyzerName,
      name: string({ examples: ["transport"] }),
      source: object({}, { collection: string({ examples: ["synonyms"] }) }),
    },
    { title: "SynonymMapping" },
  ),
);

type StoredSource = boolean | { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
const fieldNames = array(string({ examples: ["title"] }));
const storedSource: Schema<StoredSource> = {
  title: "StoredSource",
  type: ["object", "boolean"],
  properties: { include: fieldNames, exclude: fieldNames },
  examples: [{ include: ["title"] }],
};
/** Taking both lists is as good as ruled out by the wording, not in so many words. */
const storedSourceInput: Schema<StoredSource> = {
  ...storedSource,
  title: "StoredSourceInput",
  not: object({ include: {}, exclude: {} }),
  "x-level": "SHOULD",
};

/** What a text index is made of, for the two forms in which it is sent and returned; `analyzer` is the form of `analyzers`. */
const members = <A extends JsonSchema, S extends JsonSchema>(analyzer: A, stored: S) => ({
  analyzer: indexAnalyzer,
  analyzers: array(analyzer),
  mappings,
  searchAnalyzer: indexAnalyzer,
  storedSource: stored,
  synonyms,
});
/** The members of a text index in a request, around the form of its analyzers. */
export const textMembersInput = <A extends JsonSchema>(analyzer: A) => members(analyzer, storedSourceInput);

/** The same as an answer shows them. */
export const textMembers = <A extends JsonSchema>(analyzer: A) => members(analyzer, storedSource);

/**
 * A definition as create and update take it. Objects are open, so a vector definition is taken as well: its members
 * are not shown, and it has no reason to use the names of a text definition for anything else.
 */
export const searchDefinitionInput = object({}, textMembersInput(definedAnalyzerInput), {
  title: "SearchDefinitionInput",
});
/** The definition of a text index as version 2 takes it. */
export type SearchDefinitionInput = Static<typeof searchDefinitionInput>;

/** The definition of a text index as an answer shows it. */
export const searchDefinition = object({}, textMembers(definedAnalyzer), { title: "SearchDefinition" });

/** What `searchDefinition` accepts. */
export type SearchDefinition = Static<typeof searchDefinition>;

/** A vector definition as public material has it; the description only says that update takes one. */
export const vectorDefinition = object(
  {},
  {
    fields: open(
      array(
        object(
          {},
          {
            type: string({ examples: ["vector"] }),
            path: string({ examples: ["embedding"] }),
            numDimensions: integer({ examples: [1536] }),
            similarity: string({ examples: ["cosine"] }),
          },
        ),
      ),
    ),
  },
  { title: "VectorDefinition" },
);
