// The server's own limits, and refusals where the description is silent.
import { accepted, asked, contentOf, queryOf, withBody } from "../defects/answers.mjs";
import { ask, everyRecord } from "../defects/asking.mjs";
import { failedWith } from "../defects/fourth/helpers.mjs";
import { isPaged } from "../safety/interface.mjs";
import { everyNth, headerIn, isMain, refusedFirst, showsKey, withHeaders, withMore, withSame } from "./helpers.mjs";

const dated = (seconds) => new Date(Date.now() + seconds * 1_000).toUTCString();

const now = (n, refusal, more) => (server) => {
  const isDue = everyNth(n);
  return refusedFirst((request) => isMain(request) && showsKey(request) && isDue(), refusal, more)(server);
};

const tooMany = now(
  100,
  { status: 429, errorCode: "RATE_LIMITED", detail: "Too many requests of this project." },
  () => [["Retry-After", "1"]],
);
const maintained = now(
  150,
  { status: 503, errorCode: "MAINTENANCE", detail: "The service is being maintained for a moment." },
  () => [["Retry-After", dated(1)]],
);

/** Allows `more` records than there were at first; deletes further ones before it answers. */
const quota =
  ({ create, list, remove, name, more, refusal }) =>
  ({ caller, shows }) => {
    const first = new Map();
    let last = Promise.resolve();
    const made = async (request, pass) => {
      const { values } = request;
      const before = (await everyRecord(caller, list, values)).length;
      if (!first.has(values.groupId)) first.set(values.groupId, before);
      const answer = await pass(request);
      if (!accepted(answer) || before < first.get(values.groupId) + more) return answer;
      const { id, _id } = contentOf(answer);
      const { status } = await ask(caller, remove, { ...values, [name]: id ?? _id });
      if (status >= 300) return answer;
      shows();
      return failedWith(request, answer, refusal);
    };
    // Requests run one after another, and no other request reads the list meanwhile.
    return async (request, pass) => {
      if (request.operation === list) await last;
      if (request.operation !== create) return pass(request);
      const own = last.then(() => made(request, pass));
      last = own.catch(() => undefined);
      return own;
    };
  };

const fewBuckets = quota({
  create: "createExportBucket",
  list: "listExportBuckets",
  remove: "deleteExportBucket",
  name: "exportBucketId",
  more: 1,
  refusal: { status: 409, errorCode: "MAX_EXPORT_BUCKETS", detail: "The project has as many buckets as it may have." },
});

const fewConfigs = quota({
  create: "createAlertConfig",
  list: "listAlertConfigs",
  remove: "deleteAlertConfig",
  name: "alertConfigId",
  more: 2,
  refusal: { status: 400, errorCode: "TOO_MANY_ALERT_CONFIGS", detail: "The project may have no more of them." },
});

/** Only replaces an answer with a token; a request over the limit stays refused for that. */
const tokenLater = ({ shows }) => {
  const isDue = everyNth(3);
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken" || !accepted(answer) || !isDue()) return answer;
    shows();
    const error = { error: "server_error", error_description: "Try again in a moment." };
    const other = withMore(withSame(answer, error), ["Retry-After", "1"]);
    return { ...other, status: 503, reason: "Service Unavailable", body: Buffer.from(JSON.stringify(error)) };
  };
};

/** Retry-After as a date, rounded up. */
const datedRetry =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const seconds = Number(headerIn(answer, /^retry-after$/i));
    if (!(seconds >= 0)) return answer;
    shows();
    return withHeaders(answer, (name, value) => [[name, /^retry-after$/i.test(name) ? dated(seconds + 1) : value]]);
  };

const EVERYWHERE = ["envelope", "pretty"];
const PAGING = ["includeCount", "itemsPerPage", "pageNum"];
const LOGS = ["authResult", "start", "end", "ipAddress", "nLogs"];
const OWN_QUERY = {
  getAccessLogsByCluster: LOGS,
  getAccessLogsByHost: LOGS,
  listAlerts: ["status"],
  updateBackupCompliancePolicy: ["overwriteBackupPolicies"],
  listClusters: ["includeDeletedWithRetainedBackups"],
  listShardedSnapshots: PAGING,
};

function hasUnknown(request) {
  const own = OWN_QUERY[request.operation] ?? [];
  const paging = isPaged(request.operation) ? PAGING : [];
  const known = [...EVERYWHERE, ...own, ...paging];
  return [...queryOf(request).keys()].some((name) => !known.includes(name));
}

const strictQuery = refusedFirst((request) => isMain(request) && showsKey(request) && hasUnknown(request), {
  status: 400,
  errorCode: "INVALID_QUERY_PARAMETER",
  detail: "The operation has no such parameter.",
});

const BODIES = {
  updateCustomDns: ["enabled"],
  setAlertConfigEnabled: ["enabled"],
  acknowledgeAlert: ["acknowledgedUntil", "acknowledgementComment"],
  takeSnapshot: ["description", "retentionInDays"],
  changeSnapshotExpiration: ["retentionUnit", "retentionValue"],
  createExportBucket: ["bucketName", "cloudProvider", "iamRoleId"],
  createExportJob: ["customData", "exportBucketId", "snapshotId"],
  createLinkToken: ["accessListIps"],
  createCloudAccessRole: ["providerName"],
  startOutageSimulation: ["outageFilters"],
};

const strictBody =
  ({ shows }) =>
  async (request, pass) => {
    const known = BODIES[request.operation];
    const body = known && asked(request);
    if (body === undefined || Object.keys(body).every((name) => known.includes(name))) return pass(request);
    // Wrong members make the server refuse the request, after it has checked the caller.
    const answer = await pass(withBody(request, Object.fromEntries(known.map((name) => [name, { wrong: true }]))));
    if (answer.status !== 400) return answer;
    shows();
    const detail = "The body has a member that the operation does not know.";
    return failedWith(request, answer, { status: 400, errorCode: "INVALID_ATTRIBUTE", detail });
  };

export const limits = [
  {
    id: "too-many-requests-now-and-then",
    twist: "Every hundredth request is answered with 429 and `Retry-After: 1`, and is not carried out.",
    legal: "Limits: rate limits for operations other than the token endpoint are not shown; RFC 6585 4.",
    lie: tooMany,
  },
  {
    id: "maintenance-until-a-date",
    twist: "Every 150th request is answered with 503 and a date in `Retry-After`, and is not carried out.",
    legal: "No operation closes its statuses; RFC 9110 15.6.4 and 10.2.3: seconds or a date.",
    lie: maintained,
  },
  {
    id: "one-bucket-more",
    twist: "A project may have one export bucket more than at first; the next is refused with 409.",
    legal: "Limits: quotas for operations other than the token endpoint are not shown.",
    lie: fewBuckets,
  },
  {
    id: "two-alert-configurations-more",
    twist: "A project may have two alert configurations more than at first; the next is refused with 400.",
    legal: "Limits: quotas for operations other than the token endpoint are not shown.",
    lie: fewConfigs,
  },
  {
    id: "every-third-token-later",
    twist: "Every third token is refused with 503, `server_error` and `Retry-After: 1`.",
    legal: "Errors 3: 503 and `server_error` are used by the token endpoint, and 503 carries `Retry-After`.",
    lie: tokenLater,
  },
  {
    id: "retry-after-a-date",
    twist: "`Retry-After` of the token endpoint is a date.",
    legal: "Errors 3 asks for the header and not for its form; RFC 9110 10.2.3: a date or seconds.",
    lie: datedRetry,
  },
  {
    id: "unknown-parameters-refused",
    twist: "A query parameter that the operation does not have is refused with 400.",
    legal: "Endpoints lists the parameters of each operation and is silent about others.",
    lie: strictQuery,
  },
  {
    id: "unknown-members-refused",
    twist: "A member of a body that the operation does not have is refused with 400.",
    legal: "Endpoints lists the members of each body and is silent about others.",
    lie: strictBody,
  },
];
