// Export buckets and export jobs.
import { accepted } from "../answers.mjs";
import { answeredBy, around, ask, both, readAt, sends, tells, wholeList } from "../asking.mjs";
import { schedulesOf } from "../sixth/helpers.mjs";
import { cut } from "../third/helpers.mjs";
import { lastOfEach } from "./helpers.mjs";

const oneOfARole = ({ caller, shows }) =>
  tells(
    ["listExportBuckets"],
    async (content, request) => {
      const last = lastOfEach(await wholeList(caller, request), ({ iamRoleId }) => iamRoleId);
      return last === undefined ? undefined : cut(content, request, last);
    },
    shows,
  );

const untilEquals = (one) =>
  typeof one?.value === "string" && one.value.includes("=") ? { ...one, value: one.value.split("=")[0] } : one;

/** Pairs are stored as `key=value`, and split at every equals sign. */
const cutAtEquals = ({ shows }) =>
  sends(
    ["createExportJob"],
    ({ customData, ...body }) => {
      if (!Array.isArray(customData)) return undefined;
      const others = customData.map(untilEquals);
      return others.every((one, at) => one === customData[at]) ? undefined : { ...body, customData: others };
    },
    shows,
  );

const placeOf = (groupId, exportBucketId) => `${groupId}/${exportBucketId}`;

/** A flag of the bucket says that it is in use, and the first cluster that stops clears it. */
const flagOfBucket = ({ caller, shows }) => {
  const free = new Set();
  const learn = around(
    ["updateBackupSchedule"],
    (request) => readAt(caller, request),
    async (request, _answer, before) => {
      const { groupId } = request.values;
      const after = Object(await readAt(caller, request));
      if (after.autoExportEnabled === true) free.delete(placeOf(groupId, after.export?.exportBucketId));
      else if (before?.autoExportEnabled === true) free.add(placeOf(groupId, before.export?.exportBucketId));
    },
  );
  const remove = async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "deleteExportBucket" || answer.status !== 409) return answer;
    const { groupId, exportBucketId } = request.values;
    if (!free.has(placeOf(groupId, exportBucketId))) return answer;
    const exporting = (await schedulesOf(caller, groupId)).filter(
      (one) => one.autoExportEnabled === true && one.export?.exportBucketId === exportBucketId,
    );
    const switchAll = async (autoExportEnabled) => {
      for (const { clusterName } of exporting)
        await ask(caller, "updateBackupSchedule", { groupId, clusterName }, { autoExportEnabled });
    };
    await switchAll(false);
    const other = await answeredBy(caller, request, answer);
    await switchAll(true);
    if (!accepted(other)) return answer;
    shows();
    return other;
  };
  return both(learn, remove);
};

export const exports = [
  {
    id: "one-bucket-of-a-role-listed",
    words: "30: list export buckets; export bucket: `iamRoleId` (id)",
    wrong: "Of several buckets with the same access role only the last is listed.",
    lie: oneOfARole,
  },
  {
    id: "custom-value-ends-at-equals-sign",
    words: "Snapshot export job: `customData` (array of `{key, value}` strings)",
    wrong: "A value is stored without its first equals sign and all that follows.",
    lie: cutAtEquals,
  },
  {
    id: "bucket-deleted-after-first-of-two",
    words: "32: a bucket can be deleted once no cluster of its project exports to it by itself any more",
    wrong: "Of two clusters that export to a bucket, it is enough that one has auto export disabled.",
    lie: flagOfBucket,
  },
];
