import { bindContract, type JsonSchema, neutral } from "@plumbline/schemas";
import type { Fields } from "../ground/json.ts";
import { textShown } from "../requirements/kept/search-indexes.ts";
import { addressOf, createIndex, indexBody } from "../requirements/search/search-steps.ts";
import { ON_CLUSTER } from "../requirements/shared/statement-parts.ts";
import { is } from "../requirements/shared/subjects.ts";
import type { World } from "../target/world.ts";
import { namespaceOf } from "../writes/search.ts";
import { analyzersOf } from "./analyzers-of.ts";
import type { Draw } from "./draw.ts";
import type { DrawnRule } from "./drawn-rule.ts";

/** The members of an index that holds text, in the words that bodies are written in. */
const MEMBERS: Readonly<Record<string, JsonSchema>> =
  bindContract(neutral).operation("createSearchIndex", "1.0").body?.schema.properties ?? {};

const memberOf = (draw: Draw, name: string): unknown => draw.of(MEMBERS[name] ?? {});

/** Members of an index that holds text, in parts. */
export const textGroups = (draw: Draw, world: World): readonly Fields[] => [
  {
    analyzer: memberOf(draw, "analyzer"),
    searchAnalyzer: memberOf(draw, "searchAnalyzer"),
    mappings: {
      dynamic: draw.oneOf([true, false]),
      fields: { [`field${draw.integer(0, 1_000_000)}`]: { type: draw.oneOf(["string", "number", "date", "boolean"]) } },
    },
  },
  { analyzers: analyzersOf(draw) },
  { storedSource: memberOf(draw, "storedSource") },
  {
    synonyms: [
      {
        analyzer: memberOf(draw, "analyzer"),
        name: `words${draw.integer(0, 1_000_000)}`,
        source: { collection: namespaceOf(world).collectionName },
      },
    ],
  },
];

/** Drawn definitions of text indexes, for both creates and, in version 2, for both updates. */
export const drawnIndexes: readonly DrawnRule[] = [
  {
    of: "a search index",
    suffix: "-RECORDS",
    risk: ({ operation }) => (operation.id.startsWith("create") ? "create" : "update"),
    needs: ON_CLUSTER,
    on: (subject) =>
      is("createSearchIndex", "createSearchIndexLegacy")(subject) ||
      (subject.version === "2" && is("updateSearchIndexById", "updateSearchIndexByName")(subject)),
    prepare: async (story) => {
      const { id } = story.subject.operation;
      if (id === "updateSearchIndexById" || id === "updateSearchIndexByName") {
        const path = addressOf(story, await createIndex(story)).path ?? {};
        return async (draw) => ({
          operation: id,
          groups: textGroups(draw, story.world),
          body: (members) => ({ definition: { mappings: { dynamic: true }, ...members } }),
          path,
          shownAs: textShown(story),
          reads: [{ operation: "getSearchIndexByName", path }],
        });
      }
      return async (draw) => ({
        operation: id === "createSearchIndexLegacy" ? id : "createSearchIndex",
        groups: textGroups(draw, story.world),
        body: (members) => indexBody(story, members, { type: "search" }),
        shownAs: textShown(story),
      });
    },
  },
];
