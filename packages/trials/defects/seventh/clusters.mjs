// Clusters and metrics discovery.
import { accepted, eachRecord, queryOf } from "../answers.mjs";
import { sends, tells } from "../asking.mjs";
import { failedWith } from "../fourth/helpers.mjs";
import { same } from "../third/helpers.mjs";
import { lastOfEach } from "./helpers.mjs";

const LONGEST = 64;
const BACKUP = ["getBackupSchedule", "listSnapshots", "listRestoreJobs", "listExportJobs"];
const UNKNOWN = { status: 404, errorCode: "CLUSTER_NOT_FOUND", detail: "The project has no such cluster." };

/** The pattern of the path allows one character less. */
const longestNotFound =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!BACKUP.includes(request.operation) || request.values.clusterName.length !== LONGEST) return answer;
    if (!accepted(answer)) return answer;
    shows();
    return failedWith(request, answer, UNKNOWN);
  };

const isText = (text) => typeof text === "string" && text.length >= 1 && text.length <= 255;

const oneOfAValue = ({ shows }) =>
  sends(
    ["createCluster"],
    ({ tags, ...body }) => {
      if (!Array.isArray(tags) || !tags.every((one) => isText(one?.key) && isText(one.value))) return undefined;
      const last = lastOfEach(tags, ({ value }) => value);
      return last === undefined ? undefined : { ...body, tags: last };
    },
    shows,
  );

/** The versions are read once per project. */
const versionsOfFirst = ({ shows }) =>
  tells(
    ["listAllClusters"],
    (content) =>
      eachRecord(content, ({ clusters, ...project }) => {
        const others = clusters?.map((one) => ({ ...one, versions: clusters[0].versions }));
        return same(others, clusters) ? undefined : { ...project, clusters: others };
      }),
    shows,
  );

const projectAsOrganization = ({ shows }) =>
  tells(
    ["discoverMetricsTargets"],
    (content, request) =>
      queryOf(request).get("targetScheme") === "PRIVATE"
        ? eachRecord(content, ({ labels, ...one }) => ({ ...one, labels: { ...labels, org_id: labels.group_id } }))
        : undefined,
    shows,
  );

export const clusters = [
  {
    id: "longest-cluster-name-not-found",
    words: "Limits: `clusterName`, cluster `name`: 1 to 64 characters",
    wrong: "The backups of a cluster whose name has 64 characters are not found.",
    lie: longestNotFound,
  },
  {
    id: "tags-kept-by-value",
    words: "Cluster: `tags` array of `{key, value}`",
    wrong: "Of several tags of a new cluster with the same value only the last is kept.",
    lie: oneOfAValue,
  },
  {
    id: "versions-of-first-cluster",
    words: "Cross-project list response: `clusters: [{versions: [string]}]`",
    wrong: "Across projects all clusters of a project are listed with the versions of its first one.",
    lie: versionsOfFirst,
  },
  {
    id: "project-labelled-as-organization",
    words: "Metrics scrape target: `labels: {group_id, group_name, org_id}`",
    wrong: "Private targets have the id of the project as `org_id`.",
    lie: projectAsOrganization,
  },
];
