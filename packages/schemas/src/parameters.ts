import { boolean, integer, oneOfValues, string } from "./build.ts";
import type { JsonSchema } from "./json-schema.ts";
import { LIMITS } from "./limits.ts";
import { ALERT_STATUSES } from "./resources/alert.ts";
import { clusterName, flag, int32, int64, recordId } from "./vocabulary.ts";

/** A query or path parameter; `schema` describes the value that its text stands for. None of the query ones is required. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonSchema;
}
const parameter = (name: string, schema: JsonSchema): Parameter => ({ name, schema });

/** Whether the answer is wrapped in an envelope object. Default false. */
export const envelope = parameter("envelope", flag);

/** Whether the body is laid out for people. Default false. */
export const pretty = parameter("pretty", flag);

/** Whether a page says `totalCount`. Default true. */
export const includeCount = parameter("includeCount", boolean({ default: true }));

/** Records of a page: 1 to 500, default 100 (Limits). */
export const itemsPerPage = parameter("itemsPerPage", integer({ ...LIMITS.itemsPerPage }));

/** The page, counted from 1, which is the default. */
export const pageNum = parameter("pageNum", integer({ ...LIMITS.pageNum }));

/** The query of almost every operation. */
export const COMMON = [envelope, pretty] as const;
/** The further query of a paged list. */
export const PAGING = [includeCount, itemsPerPage, pageNum] as const;

/** True for successful attempts only; what false means is not stated. */
export const authResult = parameter("authResult", boolean());

/** Milliseconds since the epoch from which attempts are shown; needs `end`. */
export const start = parameter("start", int64({ examples: [1_735_689_600_000] }));

/** Milliseconds since the epoch up to which attempts are shown; needs `start`. */
export const end = parameter("end", int64({ examples: [1_735_776_000_000] }));

/** The one IPv4 address whose attempts are shown. */
export const ipAddress = parameter("ipAddress", string({ format: "ipv4", examples: ["203.0.113.7"] }));

/** How many entries: 0 to 20,000, default 20,000 (Limits). */
export const nLogs = parameter("nLogs", int32({ ...LIMITS.nLogs }));

/** The status of the alerts that are listed; without it alerts of all are. */
export const alertStatus = parameter("status", oneOfValues(ALERT_STATUSES));

/** The kind of scrape targets that are listed. Default `PUBLIC`; which others there are is not stated. */
export const targetScheme = parameter(
  "targetScheme",
  string({ default: "PUBLIC", "x-known-values": ["PUBLIC", "PRIVATE"], examples: ["PUBLIC"] }),
);
/** Whether an update of the compliance policy overwrites schedules that fall short of it. Default true. */
export const overwriteBackupPolicies = parameter("overwriteBackupPolicies", boolean({ default: true }));

/** Whether deleted clusters are listed whose backups are kept. Default false. */
export const includeDeletedWithRetainedBackups = parameter("includeDeletedWithRetainedBackups", flag);

const text = string({ minLength: 1 });

/** Every path parameter of the interface by name: the same name means the same thing wherever it stands. */
export const PATH_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  groupId: recordId,
  orgId: recordId,
  alertConfigId: recordId,
  alertId: recordId,
  exportBucketId: recordId,
  exportId: recordId,
  restoreJobId: recordId,
  snapshotId: recordId,
  roleId: recordId,
  indexId: recordId,
  liveMigrationId: recordId,
  validationId: recordId,
  clusterName,
  hostname: { ...text, examples: ["cluster0-shard-00-00.abcde.example.net"] },
  databaseName: text,
  collectionName: text,
  indexName: text,
};

const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;

/** The names in braces of a path template, in order. */
export function pathParameterNames(path: string): readonly string[] {
  return [...path.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");
}

/**
 * Fills a path template from a record or a function of the name; values are percent-encoded so that each stays one
 * segment (RFC 3986, section 3.3). A name without a value stays as it is.
 */
export function fillPath(
  path: string,
  values: Readonly<Record<string, string | undefined>> | ((name: string) => string | undefined),
): string {
  return path.replace(PLACEHOLDER, (whole, name: string) => {
    const value = typeof values === "function" ? values(name) : values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}
