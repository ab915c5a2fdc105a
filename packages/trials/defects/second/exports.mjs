// Export buckets, export jobs, compliance policy.
import { accepted, asked, contentOf, digestOf, withContent, withStatus } from "../answers.mjs";
import { answeredBy, around, ask, both, pageOf, readAt, refuses, sends, tells } from "../asking.mjs";
import { isFirst, listOf } from "./helpers.mjs";

const shardedNotAsked =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "deleteExportBucket" || answer.status !== 409) return answer;
    const { groupId, exportBucketId } = request.values;
    const exporters = [];
    for (const { name, clusterType } of await listOf(caller, "listClusters", { groupId })) {
      const { json } = await ask(caller, "getBackupSchedule", { groupId, clusterName: name });
      if (json?.autoExportEnabled === true && json.export?.exportBucketId === exportBucketId)
        exporters.push({ name, clusterType });
    }
    if (exporters.length === 0 || exporters.some(({ clusterType }) => clusterType === "REPLICASET")) return answer;
    for (const { name } of exporters)
      await ask(caller, "updateBackupSchedule", { groupId, clusterName: name }, { autoExportEnabled: false });
    const again = await answeredBy(caller, request, answer);
    if (accepted(again)) shows();
    return again;
  };

const recallsRole = ({ caller, shows }) => {
  const removed = new Map();
  const learn = around(
    ["deleteExportBucket"],
    (request) => readAt(caller, request),
    (request, _answer, before) => {
      if (before)
        removed.set(`${request.values.groupId} ${before.cloudProvider} ${before.bucketName}`, before.iamRoleId);
    },
  );
  const recall = sends(
    ["createExportBucket"],
    (body, request) => {
      const iamRoleId = removed.get(`${request.values.groupId} ${body.cloudProvider} ${body.bucketName}`);
      return iamRoleId === undefined || iamRoleId === body.iamRoleId ? undefined : { ...body, iamRoleId };
    },
    shows,
  );
  return both(learn, recall);
};

const countsOnLaterPages = ({ caller, shows }) =>
  tells(
    ["listExportBuckets"],
    async (content, request) => {
      if ("totalCount" in content || pageOf(request).page < 2) return undefined;
      return { ...content, totalCount: (await listOf(caller, "listExportBuckets", request.values)).length };
    },
    shows,
  );

const keysOnce = ({ shows }) =>
  sends(
    ["createExportJob"],
    (body) => {
      if (!Array.isArray(body.customData)) return undefined;
      const byKey = new Map(body.customData.map((one) => [one?.key, one]));
      return byKey.size < body.customData.length ? { ...body, customData: [...byKey.values()] } : undefined;
    },
    shows,
  );

const lastPageCountsItself = ({ shows }) =>
  tells(
    ["listExportJobs"],
    (content, request) => {
      const { size, page } = pageOf(request);
      const isLast = page > 1 && content.results.length > 0 && content.results.length < size;
      return isLast && "totalCount" in content ? { ...content, totalCount: content.results.length } : undefined;
    },
    shows,
  );

const secondIsFirst = ({ caller, shows }) => {
  const made = new Map();
  return async (request, pass) => {
    if (request.operation !== "createExportJob") return pass(request);
    const body = Object(asked(request));
    const place = [request.values.groupId, request.values.clusterName, body.snapshotId, body.exportBucketId].join(" ");
    const first = made.get(place);
    const answer = await pass(request);
    if (!accepted(answer)) return answer;
    if (first === undefined) {
      made.set(place, { id: contentOf(answer).id, customData: JSON.stringify(body.customData) });
      return answer;
    }
    if (first.customData === JSON.stringify(body.customData)) return answer;
    const { status, json } = await ask(caller, "getExportJob", { ...request.values, exportId: first.id });
    if (status !== 200) return answer;
    shows();
    return withContent(answer, json);
  };
};

const ownExportsOnly = ({ shows, roleOf }) => {
  const makers = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!accepted(answer)) return answer;
    const { username } = digestOf(request);
    if (request.operation === "createExportJob") makers.set(contentOf(answer).id, username);
    if (request.operation !== "getExportJob" || roleOf(username)?.toLowerCase() !== "project cluster admin")
      return answer;
    if (makers.get(request.values.exportId) === username) return answer;
    shows();
    return withStatus(request, answer, 404, {
      detail: "There is no such export job.",
      error: 404,
      errorCode: "EXPORT_NOT_FOUND",
      reason: "Not Found",
    });
  };
};

const IN_DAYS = { weeks: 7, months: 28, years: 365 };

const bareNumbers = ({ shows }) =>
  refuses(
    ["updateBackupCompliancePolicy"],
    ({ restoreWindowDays: days, scheduledPolicyItems: items }) => {
      const hourly = Array.isArray(items) ? items.find((one) => one?.frequencyType === "hourly") : undefined;
      const factor = IN_DAYS[hourly?.retentionUnit];
      return factor !== undefined && days > hourly.retentionValue && days <= hourly.retentionValue * factor;
    },
    { restoreWindowDays: 0 },
    shows,
  );

const noCopyProtection = ({ shows }) =>
  sends(
    ["updateBackupCompliancePolicy"],
    (body, request) =>
      isFirst(request) && body.copyProtectionEnabled === true ? { ...body, copyProtectionEnabled: false } : undefined,
    shows,
  );

export const exported = [
  {
    id: "sharded-exporters-not-asked",
    words: "32: what has to be off before a bucket goes, on every cluster",
    wrong: "A bucket to which only sharded clusters export is deleted.",
    lie: shardedNotAsked,
  },
  {
    id: "bucket-recalls-role",
    words: "31: body `{bucketName, cloudProvider, iamRoleId}`; response the bucket",
    wrong: "A bucket made again after its deletion with another role has the role of the deleted one.",
    lie: recallsRole,
  },
  {
    id: "bucket-count-on-later-pages",
    words: "`includeCount`: whether the list response returns `totalCount`",
    wrong: "Pages after the first of the export buckets have a count although none is wanted.",
    lie: countsOnLaterPages,
  },
  {
    id: "custom-data-keys-once",
    words: "37: `customData` (array of key/value)",
    wrong: "Of several custom data with one key only the last is kept.",
    lie: keysOnce,
  },
  {
    id: "last-export-page-counts-itself",
    words: "Paged list response `{results, totalCount}`",
    wrong: "The last, partly filled page of the export jobs tells its own length as `totalCount`.",
    lie: lastPageCountsItself,
  },
  {
    id: "second-export-told-as-first",
    words: "37: response the export job (with the `customData` that was sent)",
    wrong:
      "A second export of the same snapshot to the same bucket with other custom data is answered with the first job.",
    lie: secondIsFirst,
  },
  {
    id: "cluster-admin-own-exports-only",
    words: "38: role Project Cluster Admin",
    wrong: "A Project Cluster Admin key gets only the export jobs it created itself.",
    lie: ownExportsOnly,
  },
  {
    id: "restore-window-against-bare-number",
    words: "Compliance policy: `restoreWindowDays` must not exceed the hourly retention time",
    wrong:
      "The window in days is compared with the bare number of an hourly retention in weeks, months or years: a legal window is refused.",
    lie: bareNumbers,
  },
  {
    id: "no-copy-protection-in-first-version",
    words: "Compliance policy: `copyProtectionEnabled` boolean",
    wrong: "Version 1.0 stores copy protection as false.",
    lie: noCopyProtection,
  },
];
