// Writes to one search index that affect another one.
import { asked } from "./answers.mjs";
import { afterwards, around, ask, both, readAt } from "./asking.mjs";

const UPDATES = ["updateSearchIndexByName", "updateSearchIndexById"];
const CREATES = ["createSearchIndex", "createSearchIndexLegacy"];

async function indexesOf(caller, { groupId, clusterName, databaseName, collectionName }) {
  const { json } = await ask(caller, "listSearchIndexes", { groupId, clusterName, databaseName, collectionName });
  return Array.isArray(json) ? json : [];
}

/** The collections seen so far, because no operation lists them. */
function collectionsSeen({ databaseName, collectionName }) {
  const seen = new Map();
  const add = (database, collection) => seen.set(`${database}/${collection}`, { database, collection });
  add(databaseName, collectionName);
  add(databaseName, "reviews");
  const learn = afterwards(CREATES, (request) => {
    const { database, collectionName: collection } = asked(request);
    add(database, collection);
  });
  return { learn, all: () => [...seen.values()] };
}

const updatesEveryCollection = ({ caller, fixtures, shows }) => {
  const { learn, all } = collectionsSeen(fixtures);
  const harm = afterwards(["updateSearchIndexByName"], async ({ values, ...request }) => {
    for (const { database, collection } of all()) {
      if (database === values.databaseName && collection === values.collectionName) continue;
      const place = { ...values, databaseName: database, collectionName: collection };
      const { status } = await ask(caller, "updateSearchIndexByName", place, asked(request));
      if (status < 300) shows();
    }
  });
  return both(learn, harm);
};

/** Indexes with equal definitions share one, and an update changes it. */
const updatesSharedDefinitions = ({ caller, shows }) =>
  around(
    UPDATES,
    async (request) => {
      const own = await readAt(caller, request);
      if (own === undefined) return [];
      const place = { ...request.values, databaseName: own.database, collectionName: own.collectionName };
      const definition = JSON.stringify(own.latestDefinition);
      return (await indexesOf(caller, place)).filter(
        ({ indexID, latestDefinition }) => indexID !== own.indexID && JSON.stringify(latestDefinition) === definition,
      );
    },
    async (request, _answer, sharing) => {
      const { groupId, clusterName } = request.values;
      for (const { indexID: indexId } of sharing) {
        const values = { groupId, clusterName, indexId };
        const { status } = await ask(caller, "updateSearchIndexById", values, asked(request));
        if (status < 300) shows();
      }
    },
  );

const deletesByBeginning = ({ caller, shows }) =>
  afterwards(["deleteSearchIndexByName"], async ({ values }) => {
    const { groupId, clusterName, indexName } = values;
    for (const { name, status: state, indexID: indexId } of await indexesOf(caller, values)) {
      if (name === indexName || !name.startsWith(indexName) || state === "DELETING") continue;
      const { status } = await ask(caller, "deleteSearchIndexById", { groupId, clusterName, indexId });
      if (status < 300) shows();
    }
  });

export const defectsOfIndexes = [
  {
    id: "index-update-every-collection",
    sentence: "Search 20: updates the index of `databaseName`, `collectionName`, `indexName`",
    what: "An update by names forgets the collection: every index of that name in the cluster is updated.",
    lie: updatesEveryCollection,
  },
  {
    id: "index-update-shared-definition",
    sentence: "Search 20 and 23: updates one index",
    what: "An update writes into the definition that equally defined indexes of the collection share.",
    lie: updatesSharedDefinitions,
  },
  {
    id: "index-delete-by-beginning",
    sentence: "Search 21: deletes the index `indexName`",
    what: "Deleting an index by name deletes every index whose name begins so.",
    lie: deletesByBeginning,
  },
];
