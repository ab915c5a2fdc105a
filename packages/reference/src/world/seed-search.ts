import type { StoredAnalyzers } from "../records/analyzers.ts";
import type { Cluster } from "../records/cluster.ts";
import type { StoredIndex } from "../records/search-index.ts";
import { honestSearch } from "../rules/search.ts";

const DAY = 24 * 60 * 60 * 1000;
const DATABASE = "catalogue";
const NAMES = [
  ["movies", "default"],
  ["movies", "titles"],
  ["reviews", "default"],
] as const;

/** Indexes of two collections, all built long ago. */
export function seedSearchIndexes(newId: () => string, cluster: Cluster, now: number): readonly StoredIndex[] {
  return NAMES.map(([collectionName, name], index) => {
    const identity = {
      id: newId(),
      groupId: cluster.groupId,
      created: now - (30 - index) * DAY,
      clusterId: cluster.id,
    };
    const definition = {
      mappings: { dynamic: index === 0, fields: { title: { type: "string" } } },
      ...(index === 1 && {
        analyzers: [PARTIAL_WORDS],
        synonyms: [{ name: "transport", analyzer: "engine.standard", source: { collection: "synonyms" } }],
      }),
    };
    return honestSearch.newIndex({ database: DATABASE, collectionName, name, definition }, identity);
  });
}

const PARTIAL_WORDS = {
  name: "partialWords",
  charFilters: [{ type: "htmlStrip", ignoredTags: ["b"] }],
  tokenizer: { type: "edgeGram", minGram: 2, maxGram: 5 },
  tokenFilters: [{ type: "lowercase" }],
};

/** Two custom analyzers of the cluster, 30 days old; the record has the id of the cluster. */
export function seedAnalyzers({ id, groupId }: Cluster, now: number): StoredAnalyzers {
  const plain = { name: "words", tokenizer: { type: "whitespace" } };
  return { id, groupId, created: now - 30 * DAY, analyzers: [PARTIAL_WORDS, plain] };
}
