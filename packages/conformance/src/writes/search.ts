import { without } from "../ground/fields.ts";
import { inNameOrder } from "../ground/in-name-order.ts";
import { type Fields, member } from "../ground/json.ts";
import { withoutNulls } from "../oracles/without-nulls.ts";
import type { BodyParts, Makes, On, WriteTable } from "./write.ts";

/** A text index of all fields. */
export const TEXT: Fields = { mappings: { dynamic: true } };

/** Whether the body has all members of an index at the top level, as in version 1.0 and on the legacy route. */
export const isFlat = ({ operation, version }: Pick<BodyParts, "operation" | "version">): boolean =>
  version === "1.0" || operation === "createSearchIndexLegacy";

/** A namespace for indexes of the run: that of the fixture index, or one with the name of the suite. */
export const namespaceOf = ({ fixtures }: BodyParts["world"]) => ({
  database: fixtures.databaseName ?? "plumbline",
  collectionName: fixtures.collectionName ?? "plumbline",
});

/** A body that creates an index. `text` has the members of a text index and goes where the form has them. */
export function indexBody(parts: BodyParts, text: Fields = {}, change: Fields = {}): Fields {
  const members = { ...TEXT, ...text };
  return without({
    ...namespaceOf(parts.world),
    name: parts.name,
    ...(isFlat(parts) ? members : { definition: members }),
    ...change,
  });
}

const OWN: On = {
  create: "createSearchIndex",
  address: (record, sent, contract) => {
    const id = member(record, contract.field("indexID"));
    if (typeof id !== "string") return undefined;
    return {
      indexId: id,
      databaseName: String(member(sent, "database")),
      collectionName: String(member(sent, "collectionName")),
      indexName: String(member(sent, "name")),
    };
  },
};
const byId = { kind: "owned", parameter: "indexId", shownBy: ["latestDefinition", "mappings"] } as const;
const byName = { ...byId, parameter: "indexName" } as const;

const index: Makes = {
  kind: "makes",
  id: "indexID",
  list: "listSearchIndexes",
  listedAt: (body) => {
    const [database, collection] = [member(body, "database"), member(body, "collectionName")];
    return {
      ...(typeof database === "string" && { databaseName: database }),
      ...(typeof collection === "string" && { collectionName: collection }),
    };
  },
  read: "getSearchIndexById",
  remove: "deleteSearchIndexById",
  parameter: "indexId",
  texts: (record) => [member(record, "name")],
  // A deletion takes effect later, and the flat form has no status of its own for it.
  fading: (record) => /^(DELET|IN_PROGRESS)/i.test(String(member(record, "status"))),
};
const update = (parts: BodyParts): Fields =>
  isFlat(parts) ? indexBody(parts) : { definition: { mappings: { dynamic: false } } };

/** Writes to search indexes of the run, and to the custom analyzers of the known cluster. */
export const searchWrites = {
  createSearchIndex: { kind: "search index", body: indexBody, effect: index },
  createSearchIndexLegacy: { kind: "search index", body: indexBody, effect: index },
  updateSearchIndexByName: { kind: "search index", on: OWN, body: update, effect: byName },
  updateSearchIndexById: { kind: "search index", on: OWN, body: update, effect: byId },
  deleteSearchIndexByName: { kind: "search index", on: OWN, effect: { ...byName, removes: true } },
  deleteSearchIndexById: { kind: "search index", on: OWN, effect: { ...byId, removes: true } },
  replaceCustomAnalyzers: {
    kind: "custom analyzers",
    lane: "analyzers",
    body: () => [{ name: "plumbline", tokenizer: { type: "whitespace" } }],
    effect: {
      kind: "changes",
      read: "listCustomAnalyzers",
      restore: "replaceCustomAnalyzers",
      of: ["groupId", "clusterName"],
      before: (json) => (Array.isArray(json) ? json.map(withoutNulls) : "the custom analyzers are not an array"),
      same: (state) => state,
      comparable: inNameOrder,
    },
  },
} as const satisfies Partial<WriteTable>;
