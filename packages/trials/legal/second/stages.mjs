// Search indexes that are rebuilt, and the version numbers of their definitions.
import { eachRecord } from "../../defects/answers.mjs";
import { around, ask, both, readAt, tells } from "../../defects/asking.mjs";
import { everywhere, retells } from "../helpers.mjs";
import { INDEX_READS, INDEX_UPDATES } from "./helpers.mjs";

const BUILDING = 3_000;

/** For three seconds the old definition serves queries and the new one is staged. */
const staged = ({ caller, shows }) => {
  const building = new Map();
  const learn = around(
    INDEX_UPDATES,
    async (request) => {
      const { indexID: indexId } = (await readAt(caller, request)) ?? {};
      if (indexId === undefined) return undefined;
      const { groupId, clusterName } = request.values;
      return (await ask(caller, "getSearchIndexById", { groupId, clusterName, indexId })).json;
    },
    (_request, _answer, before) => {
      if (before?.statusDetail !== undefined && before.queryable === true)
        building.set(before.indexID, { before, until: Date.now() + BUILDING });
    },
  );
  const detailOf = (host, old) => {
    const { definition, definitionVersion } = host.stagedIndex ?? host.mainIndex;
    const stagedIndex = {
      definition,
      definitionVersion,
      message: "Being built.",
      queryable: false,
      status: "BUILDING",
    };
    const { mainIndex } = old.statusDetail.find(({ hostname }) => hostname === host.hostname) ?? {};
    return mainIndex === undefined ? host : { ...host, mainIndex, stagedIndex, queryable: true, status: "BUILDING" };
  };
  const told = tells(
    [...INDEX_READS, ...INDEX_UPDATES],
    (content) =>
      eachRecord(content, (one) => {
        const { before, until } = building.get(one.indexID) ?? {};
        if (before === undefined || Date.now() > until || one.status === "DELETING") return undefined;
        if (one.statusDetail === undefined) return { ...one, status: "IN_PROGRESS" };
        const statusDetail = one.statusDetail.map((host) => detailOf(host, before));
        return { ...one, status: "IN_PROGRESS", queryable: true, statusDetail };
      }),
    shows,
  );
  return both(told, learn);
};

const VERSIONS = ["latestDefinitionVersion", "definitionVersion"];
const ALL = [...INDEX_READS, ...INDEX_UPDATES, "createSearchIndex", "createSearchIndexLegacy"];

const inTens = retells(ALL, (content) => {
  let isChanged = false;
  const other = everywhere(content, (name, value) => {
    if (name === "definition" || name === "latestDefinition") return value;
    if (!VERSIONS.includes(name) || !Number.isInteger(value?.version)) return undefined;
    isChanged = true;
    return { ...value, version: value.version * 10 + 3 };
  });
  return isChanged ? other : undefined;
});

export const stages = [
  {
    id: "index-built-beside-the-old-one",
    twist: "For three seconds after an update each host serves the old definition and stages the new one.",
    legal: "Search index: `mainIndex` and `stagedIndex` are there for that; statuses and transitions are not shown.",
    lie: staged,
  },
  {
    id: "definition-versions-in-tens",
    twist: "The versions of a definition are 13, 23, 33.",
    legal: "Search index: `version` is an integer; where it starts and by how much it rises is not said.",
    lie: inTens,
  },
];
