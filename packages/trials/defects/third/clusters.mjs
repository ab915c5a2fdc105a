// Clusters and metrics discovery.
import { accepted, asked, contentOf, eachRecord, queryOf, withContent } from "../answers.mjs";
import { afterwards, both, tells, wholeList } from "../asking.mjs";
import { withQuery } from "../second/helpers.mjs";
import { cut, same } from "./helpers.mjs";

const LEAST_GIGABYTES = 10;
const smallKept = ({ shows }) => {
  const small = new Map();
  const placeOf = (groupId, name) => `${groupId}/${name}`;
  const learn = afterwards(["createCluster"], (request) => {
    const { name, diskSizeGB } = asked(request);
    if (diskSizeGB < LEAST_GIGABYTES) small.set(placeOf(request.values.groupId, name), diskSizeGB);
  });
  const show = tells(
    ["listClusters"],
    (content, { values: { groupId } }) =>
      eachRecord(content, (one) => {
        const diskSizeGB = small.get(placeOf(groupId, one.name));
        return diskSizeGB === undefined ? undefined : { ...one, diskSizeGB };
      }),
    shows,
  );
  return both(learn, show);
};

const newUnlisted = ({ shows }) => {
  const made = new Set();
  const placeOf = (groupId, name) => `${groupId}/${name}`;
  const learn = afterwards(["createCluster"], (request) => {
    made.add(placeOf(request.values.groupId, asked(request).name));
  });
  const list = tells(
    ["listAllClusters"],
    (content) =>
      eachRecord(content, (one) => {
        const clusters = one.clusters.filter(({ name }) => !made.has(placeOf(one.groupId, name)));
        return clusters.length === one.clusters.length ? undefined : { ...one, clusters };
      }),
    shows,
  );
  return both(learn, list);
};

const DELETED = "includeDeletedWithRetainedBackups";
const falseIncludes = ({ caller, shows }) =>
  tells(
    ["listClusters"],
    async (content, request) => {
      if (queryOf(request).get(DELETED) !== "false") return undefined;
      const all = await wholeList(caller, request);
      const more = await wholeList(caller, withQuery(request, { [DELETED]: "true" }));
      return more.length === all.length ? undefined : cut(content, request, more);
    },
    shows,
  );

const privateByDefault =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "discoverMetricsTargets" && accepted(answer);
    if (!isAsked || queryOf(request).has("targetScheme")) return answer;
    const other = await pass(withQuery(request, { targetScheme: "PRIVATE" }));
    if (!accepted(other) || same(contentOf(other), contentOf(answer))) return answer;
    shows();
    return withContent(answer, contentOf(other));
  };

const labelsShifted = ({ shows }) =>
  tells(
    ["discoverMetricsTargets"],
    (content) => {
      if (!Array.isArray(content)) return undefined;
      const other = content.map((one, at) => {
        const { cluster_name } = content[(at + 1) % content.length].labels;
        return { ...one, labels: { ...one.labels, cluster_name } };
      });
      return same(other, content) ? undefined : other;
    },
    shows,
  );

export const clusters = [
  {
    id: "small-disk-kept",
    words: "Cluster: `diskSizeGB` 10 to 4096; values below 10 become 10",
    wrong: "A cluster that was made with a smaller disk is listed with it.",
    lie: smallKept,
  },
  {
    id: "new-cluster-missing-across-projects",
    words: "68: list all clusters in all projects",
    wrong: "Clusters that were made lately are listed in their project and not across projects.",
    lie: newUnlisted,
  },
  {
    id: "false-includes-deleted",
    words: "69: `includeDeletedWithRetainedBackups` (boolean, default false)",
    wrong: "Stated as false it includes the deleted clusters.",
    lie: falseIncludes,
  },
  {
    id: "private-targets-by-default",
    words: "71: `targetScheme`, optional, default `PUBLIC`",
    wrong: "Without a scheme the private targets are told.",
    lie: privateByDefault,
  },
  {
    id: "cluster-labels-shifted",
    words: "Metrics scrape target: `{targets, labels: {..., cluster_name, replica_set_name}}`",
    wrong: "Each target has the cluster name of the next one.",
    lie: labelsShifted,
  },
];
