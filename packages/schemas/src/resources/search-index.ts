import { array, boolean, integer, mapOf, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { dateTime, recordId } from "../vocabulary.ts";
import { customAnalyzer, customAnalyzerInput, definedAnalyzer, definedAnalyzerInput } from "./analyzer.ts";
import { searchDefinition, searchDefinitionInput, textMembers, textMembersInput } from "./search-definition.ts";

const type = string({ default: "search", "x-known-values": ["search", "vectorSearch"] });
const common = {
  collectionName: string({ examples: ["movies"] }),
  database: string({ examples: ["catalogue"] }),
  name: string({ examples: ["default"] }),
};

/** The flat form: all members of a text index at the top level. */
export const flatIndexInput = object(
  common,
  { type, ...textMembersInput(customAnalyzerInput) },
  { title: "FlatSearchIndexInput" },
);
/** The body that creates an index in the flat form of version 1.0. */
export type FlatIndexInput = Static<typeof flatIndexInput>;

/**
 * The flat form on the current version. The description lists the parts of an analyzer for the operations of version
 * 1.0; in version 2 they are objects of any form.
 */
export const legacyIndexInput = object(
  common,
  { type, ...textMembersInput(definedAnalyzerInput) },
  { title: "LegacySearchIndexInput" },
);
/** The body that creates an index in the flat form of version 2. */
export type LegacyIndexInput = Static<typeof legacyIndexInput>;

/**
 * The definition form. Leaving out `definition` breaks only a SHOULD: the rest is a flat form, which the current
 * version also accepts, and the description does not say where.
 */
export const definitionIndexInput = object(
  common,
  { type, definition: searchDefinitionInput },
  { title: "SearchIndexInput", allOf: [object({ definition: {} }, {}, { "x-level": "SHOULD" })] },
);
/** The body that creates an index in the definition form of version 2. */
export type DefinitionIndexInput = Static<typeof definitionIndexInput>;

/** The body that replaces the definition of an index. */
export const indexUpdate = object({ definition: searchDefinitionInput }, {}, { title: "SearchIndexUpdate" });

/** A value that `indexUpdate` accepts. */
export type IndexUpdate = Static<typeof indexUpdate>;

const flatStatus = string({
  "x-known-values": ["IN_PROGRESS", "STEADY", "FAILED", "MIGRATING", "STALE", "PAUSED"],
  examples: ["IN_PROGRESS"],
});

/** An index in the flat form, in an answer. */
export const flatIndex = object(
  { indexID: recordId },
  { ...common, type, ...textMembers(customAnalyzer), status: flatStatus },
  { title: "FlatSearchIndex" },
);
/** A value that `flatIndex` accepts. */
export type FlatIndex = Static<typeof flatIndex>;

/** An index in the flat form, in an answer of the current version. */
export const legacyIndex = object(
  { indexID: recordId },
  { ...common, type, ...textMembers(definedAnalyzer), status: flatStatus },
  { title: "LegacySearchIndex" },
);
/** A value that `legacyIndex` accepts. */
export type LegacyIndex = Static<typeof legacyIndex>;

const definitionVersion = object(
  {},
  { createdAt: dateTime, version: integer({ examples: [1] }) },
  { title: "SearchDefinitionVersion" },
);
const queryable = boolean({ examples: [true] });
const status = string({
  "x-known-values": ["DELETING", "FAILED", "STALE", "PENDING", "BUILDING", "READY", "DOES_NOT_EXIST"],
  examples: ["READY"],
});
const message = string({ examples: ["The index is up to date."] });
const synonymMappingStatus = string({ "x-known-values": ["FAILED", "BUILDING", "READY"], examples: ["READY"] });
/** Each item maps names of synonym mappings to their states. */
const synonymMappingStatusDetail = array(
  mapOf(object({}, { message, queryable, status: synonymMappingStatus }, { title: "SynonymMappingState" }), {
    examples: [{ transport: { message: "The mapping is up to date.", queryable: true, status: "READY" } }],
  }),
);
const hostIndex = object(
  {},
  {
    definition: searchDefinition,
    definitionVersion,
    message,
    queryable,
    status,
    synonymMappingStatus,
    synonymMappingStatusDetail,
  },
  { title: "SearchIndexOnHost" },
);

/** An index in the definition form, in an answer. */
export const searchIndex = object(
  { indexID: recordId },
  {
    ...common,
    latestDefinition: searchDefinition,
    latestDefinitionVersion: definitionVersion,
    queryable,
    status,
    statusDetail: array(
      object(
        {},
        {
          hostname: string({ examples: ["cluster0-shard-00-00.abcde.example.net"] }),
          mainIndex: hostIndex,
          stagedIndex: hostIndex,
          queryable,
          status,
        },
        { title: "SearchIndexHostStatus" },
      ),
    ),
    type,
    synonymMappingStatus,
    synonymMappingStatusDetail,
  },
  { title: "SearchIndex" },
);
/** An index in the definition form, in an answer. */
export type SearchIndex = Static<typeof searchIndex>;
