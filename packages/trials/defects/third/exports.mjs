// Export buckets, export jobs, compliance policy.
import { asked, contentOf, withContent } from "../answers.mjs";
import { ask, readAt, sends, tells } from "../asking.mjs";
import { listOf } from "../second/helpers.mjs";
import { turnsAway } from "./helpers.mjs";

const namedStays = ({ caller, shows }) =>
  turnsAway(
    "deleteExportBucket",
    { status: 409, errorCode: "BUCKET_IN_USE", detail: "A backup schedule exports to the bucket." },
    async (request) => {
      const { groupId, exportBucketId } = request.values;
      if ((await readAt(caller, request)) === undefined) return false;
      const naming = [];
      for (const { name } of await listOf(caller, "listClusters", { groupId })) {
        const { json } = await ask(caller, "getBackupSchedule", { groupId, clusterName: name });
        if (json?.export?.exportBucketId === exportBucketId) naming.push(json);
      }
      return naming.length > 0 && naming.every(({ autoExportEnabled }) => autoExportEnabled !== true);
    },
    shows,
  );

const emptyIsNull = ({ shows }) =>
  tells(
    ["getExportJob"],
    (content) => {
      if (!content.customData?.some(({ value }) => value === "")) return undefined;
      const customData = content.customData.map((one) => (one.value === "" ? { ...one, value: null } : one));
      return { ...content, customData };
    },
    shows,
  );

const NEEDED = ["bucketName", "cloudProvider", "iamRoleId"];
const detailsListed =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const body = request.operation === "createExportBucket" && answer.status === 400 ? asked(request) : undefined;
    const missing = body === undefined ? [] : NEEDED.filter((name) => !(name in body));
    if (missing.length < 2) return answer;
    shows();
    const detail = missing.map((name) => `The field ${name} is required.`);
    return withContent(answer, { ...contentOf(answer), detail });
  };

const lastAsBefore = ({ shows }) =>
  sends(
    ["updateBackupCompliancePolicy"],
    ({ scheduledPolicyItems: items, ...body }) => {
      if (!Array.isArray(items) || items.length < 2) return undefined;
      const [before, last] = items.slice(-2);
      if (before?.retentionValue === last?.retentionValue) return undefined;
      const { retentionValue } = Object(before);
      return { ...body, scheduledPolicyItems: [...items.slice(0, -1), { ...last, retentionValue }] };
    },
    shows,
  );

export const exported = [
  {
    id: "bucket-named-in-schedule-stays",
    words: "32: auto export must first be disabled on every cluster that exports to the bucket",
    wrong: "A bucket cannot be deleted after auto export was disabled, as the schedule still names it.",
    lie: namedStays,
  },
  {
    id: "empty-custom-value-null",
    words: "Snapshot export job: `customData` (array of `{key, value}` strings); 38",
    wrong: "An empty value of custom data is read as null.",
    lie: emptyIsNull,
  },
  {
    id: "several-details-listed",
    words: "Errors 1: `{detail: string, ...}`",
    wrong: "When two or more fields of a new bucket are missing, `detail` is a list of texts.",
    lie: detailsListed,
  },
  {
    id: "last-policy-item-as-before",
    words: "Compliance policy: `scheduledPolicyItems` array of policy item, each with its `retentionValue`",
    wrong: "Of several scheduled items the last one is stored with the retention value of the one before it.",
    lie: lastAsBefore,
  },
];
