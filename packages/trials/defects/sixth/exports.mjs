// Export buckets and export jobs.
import { sends, tells } from "../asking.mjs";
import { isSignedBy } from "../second/helpers.mjs";
import { turnsAway } from "../third/helpers.mjs";
import { schedulesOf } from "./helpers.mjs";

const IN_USE = {
  status: 409,
  errorCode: "EXPORT_BUCKET_IN_USE",
  detail: "A backup schedule exports to this bucket: disable auto export first.",
};

/** Searches for the bucket in the schedules, without checking whether they export. */
const keptWhereNamed = ({ caller, key, shows }) =>
  turnsAway(
    "deleteExportBucket",
    IN_USE,
    async (request) => {
      if (!isSignedBy(request, key)) return false;
      const { groupId, exportBucketId } = request.values;
      const naming = (await schedulesOf(caller, groupId)).filter(
        (one) => one.export?.exportBucketId === exportBucketId,
      );
      return naming.length > 0 && naming.every(({ autoExportEnabled }) => autoExportEnabled === false);
    },
    shows,
  );

const keptAsMap = ({ shows }) =>
  sends(
    ["createExportJob"],
    ({ customData, ...body }) => {
      if (!Array.isArray(customData) || !customData.every((one) => typeof one?.key === "string")) return undefined;
      const last = new Map(customData.map((one) => [one.key, one]));
      return last.size === customData.length ? undefined : { ...body, customData: [...last.values()] };
    },
    shows,
  );

const withoutZone = ({ shows }) =>
  tells(
    ["getExportJob"],
    ({ createdAt, ...content }) =>
      createdAt?.endsWith("Z") ? { ...content, createdAt: createdAt.slice(0, -1) } : undefined,
    shows,
  );

export const exports = [
  {
    id: "bucket-kept-after-auto-export",
    words: "32: delete export bucket: auto export must first be disabled on every cluster that exports to it",
    wrong: "The deletion is refused, too, once auto export is disabled at the cluster whose schedule names the bucket.",
    lie: keptWhereNamed,
  },
  {
    id: "custom-data-kept-by-key",
    words: "37: create export job: body `{customData (array of key/value)}`; response the export job",
    wrong: "Of two items with the same key only the last is kept.",
    lie: keptAsMap,
  },
  {
    id: "export-job-made-in-no-zone",
    words: "Conventions: timestamps are ISO 8601 date-time strings in UTC",
    wrong: "`createdAt` of a single export job names no time zone.",
    lie: withoutZone,
  },
];
