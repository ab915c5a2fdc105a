// Deleted records that still appear somewhere.
import { versionOf, withStatus } from "./answers.mjs";
import { afterwards, around, both, readAt, repaged, sends, tells, wholeList } from "./asking.mjs";

/** Remembers each deleted record by its id. */
function graveyard(caller, operation, parameter) {
  const dead = new Map();
  const bury = around(
    [operation],
    (request) => readAt(caller, request),
    ({ values }, _answer, before) => {
      if (before !== undefined) dead.set(values[parameter], before);
    },
  );
  return { dead, bury };
}

/** Shows deleted records at the paths that `isWrong` selects. */
const raises = (operation, parameter, dead, isWrong, shows) => async (request, pass) => {
  const answer = await pass(request);
  const isAsked = request.operation === operation && answer.status === 404 && isWrong(request);
  const record = isAsked ? dead.get(request.values[parameter]) : undefined;
  if (record === undefined) return answer;
  shows();
  return withStatus(request, answer, 200, record);
};

const bucketStillRead = ({ caller, shows }) => {
  const { dead, bury } = graveyard(caller, "deleteExportBucket", "exportBucketId");
  return both(
    bury,
    raises("getExportBucket", "exportBucketId", dead, () => true, shows),
  );
};

const snapshotStillRead = ({ caller, shows }) => {
  const { dead, bury } = graveyard(caller, "deleteSnapshot", "snapshotId");
  const isFirst = (request) => versionOf(request) === "1.0";
  return both(bury, raises("getSnapshot", "snapshotId", dead, isFirst, shows));
};

const configStillListed = ({ caller, shows }) => {
  const { dead, bury } = graveyard(caller, "deleteAlertConfig", "alertConfigId");
  const list = async (request, pass) => {
    const answer = await pass(request);
    const { operation, values } = request;
    const isWrong = operation === "listAlertConfigs" && answer.status === 200 && versionOf(request) === "1.0";
    const gone = isWrong ? [...dead.values()].filter(({ groupId }) => groupId === values.groupId) : [];
    if (gone.length === 0) return answer;
    const all = [...(await wholeList(caller, request)), ...gone];
    shows();
    return repaged(request, answer, all);
  };
  return both(bury, list);
};

/** The key of an index, from its names in a path and in a body. */
const named = ({ clusterName, database, collectionName, name }) =>
  [clusterName, database, collectionName, name].join("/");

const recreatedIsOld = ({ caller, shows }) => {
  const old = new Map();
  const bury = around(
    ["deleteSearchIndexByName", "deleteSearchIndexById"],
    (request) => readAt(caller, request),
    ({ values: { clusterName } }, _answer, before) => {
      if (before !== undefined) old.set(named({ clusterName, ...before }), before.latestDefinition);
    },
  );
  const create = sends(
    ["createSearchIndex"],
    (body, { values: { clusterName } }) => {
      const definition = old.get(named({ clusterName, ...body }));
      const isLegal = typeof body.definition?.mappings === "object";
      return isLegal && definition !== undefined ? { ...body, definition } : undefined;
    },
    shows,
  );
  return both(bury, create);
};

/** The number of buckets increases with each creation and never decreases. */
const countStays = ({ shows }) => {
  const deleted = new Map();
  const learn = afterwards(["deleteExportBucket"], ({ values: { groupId } }) => {
    deleted.set(groupId, (deleted.get(groupId) ?? 0) + 1);
  });
  const list = tells(
    ["listExportBuckets"],
    (content, { values: { groupId } }) => {
      const isWrong = deleted.has(groupId) && typeof content.totalCount === "number";
      return isWrong ? { ...content, totalCount: content.totalCount + deleted.get(groupId) } : undefined;
    },
    shows,
  );
  return both(learn, list);
};

export const defectsOfRemovals = [
  {
    id: "deleted-config-listed-in-first-version",
    sentence: "Alert configurations 4 and 6: a deleted configuration is none of the project",
    what: "The list of version 1.0 goes on showing deleted configurations, which get and version 2 do not.",
    lie: configStillListed,
  },
  {
    id: "deleted-snapshot-read-in-first-version",
    sentence: "Cloud backup 49 and 50: a deleted snapshot is there no more",
    what: "A deleted snapshot is read still in version 1.0.",
    lie: snapshotStillRead,
  },
  {
    id: "deleted-bucket-read",
    sentence: "Cloud backup 32 and 33: a deleted bucket is there no more",
    what: "A deleted bucket is read still by its id, while lists leave it out.",
    lie: bucketStillRead,
  },
  {
    id: "recreated-index-is-old",
    sentence: "Search 17: creates the index with the `definition` of the body",
    what: "An index that is created under the name of a deleted one gets that one's definition.",
    lie: recreatedIsOld,
  },
  {
    id: "count-never-falls",
    sentence: "Paged list response: `totalCount`",
    what: "`totalCount` of the buckets does not fall when one is deleted.",
    lie: countStays,
  },
];
