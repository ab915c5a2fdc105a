// Access history, auditing, custom DNS and private IP mode.
import { accepted, contentOf, queryOf } from "../answers.mjs";
import { readAt, sends, tells } from "../asking.mjs";
import { isSignedBy, listOf } from "../second/helpers.mjs";
import { attemptsOf, turnsAway } from "../third/helpers.mjs";
import { withMembers } from "./helpers.mjs";

const oneMore = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByCluster"],
    async (content, request) => {
      const query = queryOf(request);
      const most = Number(query.get("nLogs"));
      if (!query.has("ipAddress") || !(most >= 1 && most < 20_000)) return undefined;
      const accessLogs = await attemptsOf(caller, request, { nLogs: String(most + 1) });
      return accessLogs?.length > content.accessLogs.length ? { ...content, accessLogs } : undefined;
    },
    shows,
  );

const TEXT_OR_LONG = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/** The document is parsed and serialised: integers become floats. */
const asFloats = ({ shows }) =>
  sends(
    ["updateAuditing"],
    ({ auditFilter, ...body }) => {
      if (typeof auditFilter !== "string") return undefined;
      const other = auditFilter.replace(TEXT_OR_LONG, (one) => (one.startsWith('"') ? one : String(Number(one))));
      return other === auditFilter ? undefined : { ...body, auditFilter: other };
    },
    shows,
  );

const answeredBefore =
  ({ caller, shows }) =>
  async (request, pass) => {
    if (request.operation !== "updateCustomDns") return pass(request);
    const before = await readAt(caller, request);
    const answer = await pass(request);
    if (!accepted(answer) || before === undefined || before.enabled === contentOf(answer).enabled) return answer;
    shows();
    return withMembers(answer, { enabled: before.enabled });
  };

const TOO_OLD = {
  status: 409,
  errorCode: "CLUSTER_ENGINE_TOO_OLD",
  detail: "Every cluster has to run engine 5.0 or newer.",
};
const isOld = ({ versions }) => versions.some((one) => Number.parseInt(one, 10) < 5);

const everyProject = ({ caller, key, shows }) =>
  turnsAway(
    "disablePrivateIpMode",
    TOO_OLD,
    async (request) => {
      if (!isSignedBy(request, key) || !/"enabled"\s*:\s*false/.test(request.body.toString("utf8"))) return false;
      const projects = await listOf(caller, "listAllClusters", {});
      const old = projects.filter(({ clusters }) => clusters.some(isOld)).map(({ groupId }) => groupId);
      return old.length > 0 && !old.includes(request.values.groupId);
    },
    shows,
  );

export const settings = [
  {
    id: "one-attempt-more-beside-address",
    words: "1: `nLogs` int32 0 to 20000; `ipAddress` string (one IPv4 address)",
    wrong: "By cluster and beside an address, one attempt more than `nLogs` is shown.",
    lie: oneMore,
  },
  {
    id: "audit-filter-with-floats",
    words: "Project auditing: `auditFilter` string holding a JSON document selecting events to record",
    wrong: "Whole numbers in the filter that a float cannot hold are stored as other numbers.",
    lie: asFloats,
  },
  {
    id: "dns-answered-as-before",
    words: "28: update custom DNS setting: body `{enabled}` (required); response `{enabled}`",
    wrong: "The answer to an update has the value from before it; the setting itself is changed.",
    lie: answeredBefore,
  },
  {
    id: "old-engines-of-every-project",
    words: "29: it takes engine 5.0 or newer on each of the project's clusters, and asks no other project",
    wrong: "It is refused as long as a cluster of another project runs an older engine.",
    lie: everyProject,
  },
];
