// Malformed requests.
import { isUtf8 } from "node:buffer";
import { accepted, asked, contentOf, headerOf, jsonOf, queryOf, withBody, withContent } from "../answers.mjs";
import { answeredBy, everyRecord, sends } from "../asking.mjs";
import { listOf, withQuery } from "../second/helpers.mjs";
import { failedWith } from "./helpers.mjs";

const PAGE = "<html>\n<head><title>Error 400</title></head>\n<body><h2>HTTP ERROR 400</h2></body>\n</html>\n";
const STATUSES = ["OPEN", "TRACKING", "CLOSED"];
const FLAT_OBJECT = /^\s*\{[^{}]*\}/;

/** Answers a refused request as if it had another address. */
const takesFor =
  (operation, status, targetOf) =>
  ({ shows, ...server }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== operation || answer.status !== status) return answer;
    const target = await targetOf(request, server);
    if (target === undefined) return answer;
    const other = await answeredBy(server.caller, request, answer, target);
    if (!accepted(other)) return answer;
    shows();
    return other;
  };

const firstDocument =
  ({ shows }) =>
  async (request, pass) => {
    if (request.operation !== "updateCustomDns" || jsonOf(request.body) !== undefined) return pass(request);
    const [first] = FLAT_OBJECT.exec(request.body.toString("utf8")) ?? [];
    if (first === undefined) return pass(request);
    const answer = await pass({ ...request, body: Buffer.from(first) });
    if (accepted(answer)) shows();
    return answer;
  };

const listIsNoChange =
  ({ shows }) =>
  async (request, pass) => {
    const isAsked = request.operation === "updateBackupSchedule" && Array.isArray(jsonOf(request.body));
    const answer = await pass(isAsked ? withBody(request, {}) : request);
    if (isAsked && accepted(answer)) shows();
    return answer;
  };

const pageForBytes =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "createExportBucket" || answer.status !== 400 || isUtf8(request.body)) return answer;
    shows();
    const kept = answer.rawHeaders.filter(([name]) => !/^content-type$/i.test(name));
    const rawHeaders = [...kept, ["Content-Type", "text/html; charset=iso-8859-1"]];
    return { ...answer, rawHeaders, body: Buffer.from(PAGE) };
  };

const anyTextIsTrue = ({ shows }) =>
  sends(
    ["setAlertConfigEnabled"],
    ({ enabled }) => (typeof enabled === "string" && enabled !== "" ? { enabled: true } : undefined),
    shows,
  );

const wraps = ({ shows }) =>
  sends(
    ["takeSnapshot"],
    ({ retentionInDays: days, ...body }) => {
      const isBeyond = Number.isSafeInteger(days) && days >= 2 ** 31;
      return isBeyond && (days | 0) >= 1 ? { ...body, retentionInDays: days | 0 } : undefined;
    },
    shows,
  );

const pageBegins = takesFor("listSnapshots", 400, (request) => {
  const text = queryOf(request).get("pageNum") ?? "";
  const page = Number.parseInt(text, 10);
  return page >= 1 && text !== String(page) ? withQuery(request, { pageNum: String(page) }).target : undefined;
});

const unknownStatusIsNone = takesFor("listAlerts", 400, (request) => {
  const status = queryOf(request).get("status") ?? "";
  const isOtherCase = STATUSES.includes(status.toUpperCase()) && !STATUSES.includes(status);
  return isOtherCase ? withQuery(request, { status: undefined }).target : undefined;
});

const idCut = takesFor("getExportBucket", 400, ({ target, values: { exportBucketId: id } }) =>
  /^[a-f0-9]{25,}$/.test(id) ? target.replace(id, id.slice(0, 24)) : undefined,
);

const anyCluster = takesFor("changeSnapshotExpiration", 404, async ({ target, values }, { caller }) => {
  const { groupId, clusterName, snapshotId } = values;
  const names = (await listOf(caller, "listClusters", { groupId })).map(({ name }) => name);
  if (!names.includes(clusterName)) return undefined;
  for (const name of names) {
    const snapshots = await everyRecord(caller, "listSnapshots", { groupId, clusterName: name });
    if (snapshots.some(({ id }) => id === snapshotId))
      return target.replace(`/clusters/${clusterName}/`, `/clusters/${name}/`);
  }
  return undefined;
});

const castErrorWithoutCode =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getRestoreJob" || answer.status !== 400) return answer;
    if (!/^[a-f0-9]{1,23}$/.test(request.values.restoreJobId)) return answer;
    const { errorCode, ...error } = contentOf(answer);
    if (errorCode === undefined) return answer;
    shows();
    return withContent(answer, error);
  };

const charsetRefused =
  ({ shows }) =>
  async (request, pass) => {
    const type = headerOf(request, "content-type") ?? "";
    const isNamed = /^application\/json *; *charset="?utf-8"?$/i.test(type);
    if (request.operation !== "updateAuditing" || !isNamed) return pass(request);
    const answer = await pass(withBody(request, { enabled: "none" }));
    if (answer.status !== 400) return answer;
    if (typeof asked(request)?.enabled !== "string") shows();
    const detail = `The media type ${type} is not supported.`;
    return failedWith(request, answer, { status: 415, errorCode: "UNSUPPORTED_MEDIA_TYPE", detail });
  };

const noDescription =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken" || answer.status !== 400) return answer;
    const { error_description: description, ...error } = Object(contentOf(answer));
    const hasGrant = new URLSearchParams(request.body.toString("utf8")).has("grant_type");
    if (hasGrant || asked(request) !== undefined || description === undefined) return answer;
    shows();
    return withContent(answer, error);
  };

export const questions = [
  {
    id: "text-after-document-ignored",
    words: "28: body `{enabled}`; What the service does: JSON bodies",
    wrong: "What comes after the first JSON document of a body is ignored, where it ought to be refused.",
    lie: firstDocument,
  },
  {
    id: "list-is-no-change",
    words: "45: body contains only the fields to change (of the schedule, an object)",
    wrong: "A list as body is answered as an update that changes nothing.",
    lie: listIsNoChange,
  },
  {
    id: "page-for-invalid-utf8",
    words: "Errors 1: the standard error body",
    wrong: "A new bucket with bytes that are no UTF-8 is refused with an HTML page.",
    lie: pageForBytes,
  },
  {
    id: "false-in-quotes-is-true",
    words: "8: body `{enabled: boolean}`",
    wrong: 'A text in place of the boolean is taken for true, `"false"` as well.',
    lie: anyTextIsTrue,
  },
  {
    id: "retention-wraps",
    words: "47: `retentionInDays: int32 >= 1`",
    wrong: "A number of days beyond 32 bits is taken for what is left of it in 32 bits.",
    lie: wraps,
  },
  {
    id: "page-number-as-it-begins",
    words: "Conventions: `pageNum` (query) integer >= 1",
    wrong: "A page number of snapshots such as `2x` is taken for 2.",
    lie: pageBegins,
  },
  {
    id: "small-status-is-none",
    words: "12: `status` (`OPEN`, `TRACKING`, `CLOSED`; omitted = all)",
    wrong: "A status in small letters is answered with the alerts of every status.",
    lie: unknownStatusIsNone,
  },
  {
    id: "long-bucket-id-cut",
    words: "Conventions: record ids: exactly 24 characters",
    wrong: "A bucket is found by its id with more digits after it.",
    lie: idCut,
  },
  {
    id: "snapshot-changed-in-any-cluster",
    words: "51: G, `clusterName`, `snapshotId` (a snapshot of that cluster)",
    wrong: "The expiration of a snapshot is changed through the path of another cluster.",
    lie: anyCluster,
  },
  {
    id: "short-id-without-error-code",
    words: "Errors 1: `{detail, error, errorCode: string, reason}`",
    wrong: "The error for a restore job id that is too short has no `errorCode`.",
    lie: castErrorWithoutCode,
  },
  {
    id: "charset-refused",
    words: "26: body `{auditAuthorizationSuccess, auditFilter, enabled}`; JSON bodies",
    wrong: "The body is refused with 415 when its content type names the charset UTF-8.",
    lie: charsetRefused,
  },
  {
    id: "no-description-without-grant",
    words: "Errors 3: `{error: string, error_description: string}`",
    wrong: "The error for a form without `grant_type` has no `error_description`.",
    lie: noDescription,
  },
];
