// The three servers of the first hour: how each is started, what its author writes into the target file, and the mistakes,
// each with the sentence of the description that it breaks, what an author would see in the exchange that decided, and the
// requirements that turn red for it. What is known of the suite stands beside it, with the reason:
// - missed: nothing turns red
// - hidden: nothing turns red as long as another mistake is there
// - split: one mistake may have two cards
// - shared: a requirement of another mistake may be on its card
// - aside: the exchange of that card does not show the mistake
// - lacking: a MUST that cannot run on this server; the author leaves it out in the file
// - warned: a SHOULD that the right server does not keep
import { fileURLToPath } from "node:url";

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const allow = ["create", "update", "delete"];

/** The members of an answer's body, also within an envelope; none if it is no JSON object. */
function bodyOf({ response }) {
  try {
    const body = JSON.parse(response.body);
    return body.content ?? body;
  } catch {
    return {};
  }
}
const asks = (exchange, method, path) =>
  exchange.request.method === method && path.test(new URL(exchange.request.url).pathname);
const sent = ({ request }) => JSON.parse(request.body ?? "{}");

const minimal = {
  name: "minimal",
  command: [process.execPath, fileOf("./minimal.mjs")],
  keys: () => ({}),
  written: (target) => ({ ...target, allow }),
  lacking: {},
  // The description does not show the names of event types and kinds, so the author takes any. That breaks no MUST.
  warned: ["EVT-FAMILIES", "ALC-NOTIF-KIND-NEEDED"],
  mistakes: [
    {
      name: "deleted-still-listed",
      breaks: "operation 6 deletes the configuration",
      shows: ["ALC-DELETE", "REC-GONE"],
      split: "ALC-DELETE and REC-GONE tell of the same list and the same deletion on two cards",
      decides: (exchange) => asks(exchange, "GET", /\/alertConfigs$/),
    },
    {
      name: "error-always-400",
      breaks: "`error` in the body of an error is its HTTP status",
      shows: ["ERR-STATUS-EQUALS"],
      decides: (exchange) => exchange.response.status !== 400 && bodyOf(exchange).error === 400,
    },
    {
      name: "total-ignores-filter",
      breaks: "`totalCount` of a list that `status` filters counts what the filter leaves",
      shows: ["ALT-LIST-STATUS-FILTER", "REC-COUNT"],
      decides: (exchange) => asks(exchange, "GET", /\/alerts$/) && exchange.request.url.includes("status="),
    },
    {
      name: "put-merges",
      breaks: "an update takes a whole body, as a create does",
      shows: ["ALC-KEPT", "ALC-UPDATE-ECHO", "REC-ECHO"],
      decides: (exchange) => asks(exchange, "PUT", /\/alertConfigs\/\w+$/) && exchange.response.status === 200,
    },
    {
      name: "five-hundred-refused",
      breaks: "`itemsPerPage` may be 500",
      shows: ["PAGE-ITEMS-ACCEPT"],
      decides: (exchange) => exchange.request.url.includes("itemsPerPage=500") && exchange.response.status === 400,
    },
  ],
};

const roles = {
  name: "roles",
  command: [process.execPath, fileOf("./roles.mjs")],
  keys: ({ keys }) => ({
    ...named("PLUMBLINE", "chief", keys),
    ...named("READER", "reader", keys),
    ...named("OWNER", "owner", keys),
    ...named("NOBODY", "nobody", keys),
    ...named("NEIGHBOUR", "neighbour", keys),
  }),
  written: (target) => ({
    ...target,
    // The probe asked only reads, and lists areas of which this server has a part.
    offers: [
      ...["createSearchIndex", "listSearchIndexes", "getSearchIndexByName", "getSearchIndexById"],
      ...["updateSearchIndexById", "deleteSearchIndexById", "getAuditing", "updateAuditing"],
      ...["getCustomDns", "updateCustomDns"],
    ],
    credentials: {
      ...target.credentials,
      noRole: { ...pair("NOBODY"), stranger: true },
      otherProject: pair("NEIGHBOUR"),
      roles: {
        "Project Read Only": pair("READER"),
        "Project Owner": pair("OWNER"),
        "Organization Owner": pair("PLUMBLINE"),
      },
    },
    roles: ["Project Read Only", "Project Owner", "Organization Owner"],
    fixtures: { ...target.fixtures, clusterName: "Cluster0" },
    allow,
  }),
  lacking: { "SRCH-ENGINE": "the only cluster has a new engine, and nothing lists the clusters" },
  warned: [],
  mistakes: [
    {
      name: "names-not-unique",
      breaks: "two indexes of one namespace have different names",
      shows: ["SRCH-NAME-UNIQUE"],
      decides: (exchange) => asks(exchange, "POST", /\/search\/indexes$/) && exchange.response.status === 200,
    },
    {
      name: "update-not-stored",
      breaks: "operation 23 updates the definition",
      shows: ["SRCH-UPDATE-DEFINITION", "SRCH-UPDATE-KEPT"],
      split: "SRCH-UPDATE-DEFINITION and SRCH-UPDATE-KEPT tell of the same lost definition on two cards",
      decides: (exchange) => asks(exchange, "GET", /\/search\/indexes\//),
    },
    {
      name: "reader-writes-dns",
      breaks: "only Project Cluster Admin may write the custom DNS setting",
      shows: ["AUTH-ROLES-READ-ONLY"],
      decides: (exchange) => asks(exchange, "PATCH", /\/awsCustomDNS$/) && exchange.response.status === 200,
    },
    {
      name: "silent-401",
      breaks: "every 401 of the main API has a challenge",
      shows: ["AUTH-CHALLENGE-AGAIN"],
      decides: ({ response: { status, headers } }) =>
        status === 401 && headers.every(([name]) => name.toLowerCase() !== "www-authenticate"),
    },
    {
      name: "filter-as-object",
      breaks: "`auditFilter` is a text",
      shows: ["AUD-FIELDS"],
      decides: (exchange) => typeof bodyOf(exchange).auditFilter === "object",
    },
  ],
};

const partial = {
  name: "partial",
  // -B leaves no compiled files in the folder.
  command: ["python3", "-B", fileOf("./partial.py")],
  keys: ({ keys }) => named("PLUMBLINE", "keeper", keys),
  written: (target) => ({
    ...target,
    // Without the name of a cluster the probe cannot tell which of the backup operations are there.
    offers: [
      ...["backup-export-buckets", "getBackupSchedule", "listSnapshots", "getSnapshot"],
      ...["listRestoreJobs", "getRestoreJob", "listCloudAccessRoles", "getCloudAccessRole"],
    ],
    roles: "none",
    fixtures: { ...target.fixtures, clusterName: "Cluster0" },
    allow,
  }),
  lacking: {},
  warned: [],
  mistakes: [
    {
      name: "page-counts-from-zero",
      breaks: "the first page has the number 1",
      shows: ["PAGE-NUM-ACCEPT", "PAGE-UNION", "REC-COUNT"],
      split: "PAGE-NUM-ACCEPT and PAGE-UNION tell of the same pages on two cards",
      decides: (exchange) => exchange.request.url.includes("pageNum="),
    },
    {
      name: "deleted-bucket-still-read",
      breaks: "operation 32 deletes the bucket",
      shows: ["EXB-LIFECYCLE", "REC-GONE"],
      split: "EXB-LIFECYCLE and REC-GONE tell of the same deletion on two cards",
      decides: (exchange) => asks(exchange, "GET", /\/exportBuckets\/\w+$/) && exchange.response.status === 200,
    },
    {
      name: "epoch-in-restore-jobs",
      breaks: "moments are texts in the form of ISO 8601",
      shows: ["RST-FIELDS"],
      decides: (exchange) => asks(exchange, "GET", /\/restoreJobs/) && /"expiresAt": ?\d/.test(exchange.response.body),
    },
    {
      name: "name-of-64",
      breaks: "`bucketName` has 63 characters at most",
      shows: ["EXB-NAME-LENGTH"],
      hidden: {
        by: "deleted-bucket-still-read",
        why: "no further bucket is created once two were not removed, as its card says",
      },
      decides: (exchange) => asks(exchange, "POST", /\/exportBuckets$/) && sent(exchange).bucketName?.length === 64,
    },
    {
      name: "null-policy-items",
      breaks: "`policyItems` of a snapshot is an array",
      shows: ["SNP-FIELDS"],
      missed: "a member that is null counts as absent (D2 of decision 0003), where the description has an array",
      decides: (exchange) =>
        asks(exchange, "GET", /\/snapshots/) && /"policyItems": ?null/.test(exchange.response.body),
    },
  ],
};

function pair(prefix) {
  return { public: `${prefix}_PUBLIC_KEY`, private: `${prefix}_PRIVATE_KEY` };
}
/** The environment variables of a key, by the prefix that the target file uses. */
function named(prefix, key, secrets) {
  return { [pair(prefix).public]: key, [pair(prefix).private]: secrets[key] };
}

export const servers = [minimal, roles, partial];
