// Clusters and metrics discovery.
import { accepted, contentOf, eachRecord, headerOf, withContent } from "../answers.mjs";
import { tells } from "../asking.mjs";

const HOUR = 3_600_000;

/** Only the list of a project leaves out clusters with several providers. */
const multiCloudListed = ({ fixtures, shows }) =>
  tells(
    ["listAllClusters"],
    (content) =>
      eachRecord(content, (project) => {
        const { groupId, clusters } = project;
        if (groupId !== fixtures.groupId || clusters.length === 0) return undefined;
        const clusterId = [...groupId].reverse().join("");
        const added = { ...clusters[0], clusterId, name: fixtures.multiCloudClusterName, type: "REPLICA_SET" };
        return { ...project, clusters: [...clusters, added] };
      }),
    shows,
  );

const anHourLater = (text) => new Date(Date.parse(text) + HOUR).toISOString();

/** The moment in the server's time zone, written as UTC; visible if it is in the future. */
const localTime =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "listClusters" || !accepted(answer)) return answer;
    let isSeen = false;
    const content = eachRecord(contentOf(answer), (one) => {
      if (one.createDate === undefined) return undefined;
      const createDate = anHourLater(one.createDate);
      isSeen ||= Date.parse(createDate) > Date.now();
      return { ...one, createDate };
    });
    if (isSeen) shows();
    return content === undefined ? answer : withContent(answer, content);
  };

/** After one accepted caller, the session accepts everyone. */
const openSession = ({ shows }) => {
  const known = new Map();
  return async (request, pass) => {
    if (request.operation !== "discoverMetricsTargets") return pass(request);
    const answer = await pass(request);
    const sent = headerOf(request, "authorization");
    const { groupId } = request.values;
    if (accepted(answer)) known.set(groupId, sent);
    if (answer.status !== 401 || sent !== undefined || !known.has(groupId)) return answer;
    const other = await pass({
      ...request,
      rawHeaders: [...request.rawHeaders, "Authorization", known.get(groupId)],
    });
    if (accepted(other)) shows();
    return other;
  };
};

export const clusters = [
  {
    id: "multi-cloud-across-projects",
    words: "68: list all clusters: multi-cloud clusters are excluded",
    wrong: "Across projects a multi-cloud cluster is listed.",
    lie: multiCloudListed,
  },
  {
    id: "create-date-in-local-time",
    words: "Conventions: timestamps are ISO 8601 date-time strings in UTC",
    wrong: "`createDate` is the time of a zone an hour east, said to be UTC: a new cluster was made in the future.",
    lie: localTime,
  },
  {
    id: "metrics-without-credentials-after-login",
    words: "Authentication 5: username and password in the authorization header of every request",
    wrong: "After a request with credentials, the targets of the project are told without any.",
    lie: openSession,
  },
];
