import { array, boolean, integer, object, open, string } from "../build.ts";
import type { JsonSchema, Schema, Static } from "../json-schema.ts";
import { analyzerName, definedAnalyzer, definedAnalyzerInput, indexAnalyzer } from "./analyzer.ts";

const mappings = object(
  {},
  {
    dynamic: boolean({ examples: [false] }),
    /** By field name; the description does not show the values. */
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
/** The wording nearly excludes a request with both lists, but not explicitly. */
const storedSourceInput: Schema<StoredSource> = {
  ...storedSource,
  title: "StoredSourceInput",
  not: object({ include: {}, exclude: {} }),
  "x-level": "SHOULD",
};

/**
 * Members of a text index, for the two forms in requests and answers; `analyzer` is the schema of the items of
 * `analyzers`.
 */
const members = <A extends JsonSchema, S extends JsonSchema>(analyzer: A, stored: S) => ({
  analyzer: indexAnalyzer,
  analyzers: array(analyzer),
  mappings,
  searchAnalyzer: indexAnalyzer,
  storedSource: stored,
  synonyms,
});
/** The members of a text index in a request, for a form of its analyzers. */
export const textMembersInput = <A extends JsonSchema>(analyzer: A) => members(analyzer, storedSourceInput);

/** The members of a text index in an answer. */
export const textMembers = <A extends JsonSchema>(analyzer: A) => members(analyzer, storedSource);

/**
 * A definition in create and update. Objects are open, so a vector definition is valid too: the description does not
 * show its members, which have no reason to use the names of a text definition for other purposes.
 */
export const searchDefinitionInput = object({}, textMembersInput(definedAnalyzerInput), {
  title: "SearchDefinitionInput",
});
/** The definition of a text index in a request of version 2. */
export type SearchDefinitionInput = Static<typeof searchDefinitionInput>;

/** The definition of a text index in an answer. */
export const searchDefinition = object({}, textMembers(definedAnalyzer), { title: "SearchDefinition" });

/** A value that `searchDefinition` accepts. */
export type SearchDefinition = Static<typeof searchDefinition>;

/** A vector definition from public material; the description only says that update accepts one. */
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
