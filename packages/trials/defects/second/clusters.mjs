// Clusters and access tracking.
import { acceptOf, digestOf, queryOf } from "../answers.mjs";
import { everyRecord, refuses, sends, tells, wholeList } from "../asking.mjs";
import { flag, withQuery } from "./helpers.mjs";

const MOST = 255;
const inBytes = ({ shows }) =>
  refuses(
    ["createCluster"],
    ({ labels }) =>
      Array.isArray(labels) &&
      labels
        .flatMap((one) => Object.values(Object(one)))
        .some((text) => typeof text === "string" && text.length <= MOST && Buffer.byteLength(text) > MOST),
    { diskSizeGB: 99_999 },
    shows,
  );

const oneZone = ({ shows }) =>
  sends(
    ["createCluster"],
    (body) => {
      const specs = body.replicationSpecs;
      if (!Array.isArray(specs) || new Set(specs.map((one) => one?.zoneName)).size < 2) return undefined;
      return { ...body, replicationSpecs: specs.map((one) => ({ ...one, zoneName: specs[0].zoneName })) };
    },
    shows,
  );

const deletedUncounted = ({ caller, shows }) =>
  tells(
    ["listClusters"],
    async (content, request) => {
      if (!flag(request, "includeDeletedWithRetainedBackups") || !("totalCount" in content)) return undefined;
      const { length } = await wholeList(caller, request, ["includeDeletedWithRetainedBackups"]);
      return length === content.totalCount ? undefined : { ...content, totalCount: length };
    },
    shows,
  );

const countsClusters = ({ caller, key, shows }) =>
  tells(
    ["listAllClusters"],
    async (content, request) => {
      if (digestOf(request).username !== key.username || !("totalCount" in content)) return undefined;
      if (content.results.length >= content.totalCount) return undefined;
      const all = await everyRecord(caller, "listAllClusters", {});
      const totalCount = all.reduce((sum, { clusters }) => sum + clusters.length, 0);
      return totalCount === content.totalCount ? undefined : { ...content, totalCount };
    },
    shows,
  );

const logsOf = async (caller, request, without) => {
  const changes = Object.fromEntries([...without, "envelope", "pretty"].map((name) => [name, undefined]));
  const { status, json } = await caller.send("GET", withQuery(request, changes).target, acceptOf(request));
  return status === 200 ? json.accessLogs : undefined;
};

const limitBeforeFilter = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByHost"],
    async (content, request) => {
      const query = queryOf(request);
      if (!query.has("ipAddress") || !query.has("nLogs")) return undefined;
      const all = await logsOf(caller, request, ["ipAddress"]);
      const accessLogs = all?.filter(({ ipAddress }) => ipAddress === query.get("ipAddress"));
      return accessLogs === undefined || accessLogs.length === content.accessLogs.length
        ? undefined
        : { ...content, accessLogs };
    },
    shows,
  );

const asPrefix = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByCluster"],
    async (content, request) => {
      const query = queryOf(request);
      if (!query.has("ipAddress")) return undefined;
      const all = await logsOf(caller, request, ["ipAddress", "nLogs"]);
      const accessLogs = all
        ?.filter(({ ipAddress }) => ipAddress.startsWith(query.get("ipAddress")))
        .slice(0, Number(query.get("nLogs") ?? 20_000));
      if (accessLogs === undefined || JSON.stringify(accessLogs) === JSON.stringify(content.accessLogs))
        return undefined;
      return { ...content, accessLogs };
    },
    shows,
  );

export const clusters = [
  {
    id: "labels-counted-in-bytes",
    words: "Limits: labels and tags: keys and values 1 to 255 characters",
    wrong: "The limit of a label is counted in bytes: 255 characters that are not ASCII are refused.",
    lie: inBytes,
  },
  {
    id: "one-zone-name",
    words: "Cluster: `replicationSpecs` array of `{id, numShards, regionsConfig, zoneName}`",
    wrong: "All specifications of a new cluster get the zone name of the first.",
    lie: oneZone,
  },
  {
    id: "deleted-clusters-uncounted",
    words: "69: `includeDeletedWithRetainedBackups`; paged list with `totalCount`",
    wrong: "With deleted clusters included, `totalCount` leaves them out.",
    lie: deletedUncounted,
  },
  {
    id: "clusters-counted-for-projects",
    words: "68: response `{results: [{clusters, groupId, ...}], totalCount}`",
    wrong: "On a page that does not hold all projects `totalCount` counts clusters.",
    lie: countsClusters,
  },
  {
    id: "host-limit-before-filter",
    words: "Access history 2: `ipAddress`, `nLogs`",
    wrong: "By host, the newest `nLogs` attempts are taken first and then filtered by address.",
    lie: limitBeforeFilter,
  },
  {
    id: "address-taken-as-prefix",
    words: "Access history 1: `ipAddress` string (one IPv4 address)",
    wrong: "By cluster, an address also finds the addresses that begin with it.",
    lie: asPrefix,
  },
];
