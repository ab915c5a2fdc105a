// Restore jobs.
import { queryOf } from "../answers.mjs";
import { sends, tells, wholeList } from "../asking.mjs";
import { cut } from "../third/helpers.mjs";

const cancelledUnlisted = ({ caller, shows }) =>
  tells(
    ["listRestoreJobs"],
    async (content, request) => {
      const all = await wholeList(caller, request);
      const others = all.filter(({ cancelled }) => cancelled !== true);
      return others.length === all.length ? undefined : cut(content, request, others);
    },
    shows,
  );

const ontoSource = ({ shows }) =>
  sends(
    ["createRestoreJob"],
    (body, { values: { clusterName } }) => {
      const { deliveryType, targetClusterName } = body;
      const isOther = typeof targetClusterName === "string" && targetClusterName !== clusterName;
      return deliveryType === "pointInTime" && isOther ? { ...body, targetClusterName: clusterName } : undefined;
    },
    shows,
  );

const countedAsNone = ({ shows }) =>
  tells(
    ["listServerlessRestoreJobs"],
    (content, request) => {
      if (queryOf(request).get("includeCount") !== "false" || "totalCount" in content) return undefined;
      return { ...content, totalCount: 0 };
    },
    shows,
  );

export const restores = [
  {
    id: "cancelled-jobs-unlisted",
    words: "39: list restore jobs of a cluster; restore job: `cancelled` (boolean)",
    wrong: "Jobs that were cancelled are missing from the list.",
    lie: cancelledUnlisted,
  },
  {
    id: "point-in-time-onto-source",
    words: "40: create restore job: body `{targetClusterName}`; restore job: `targetClusterName`",
    wrong: "A point-in-time restore to another cluster goes to the cluster of the path.",
    lie: ontoSource,
  },
  {
    id: "no-count-is-zero",
    words: "Conventions: `includeCount`: whether the list response returns `totalCount`",
    wrong: "Without the count, serverless restore jobs are listed with a `totalCount` of 0.",
    lie: countedAsNone,
  },
];
