import { boolean, integer, oneOfValues, string } from "./build.ts";
import type { JsonSchema } from "./json-schema.ts";
import { LIMITS } from "./limits.ts";
import { ALERT_STATUSES } from "./resources/alert.ts";
import { clusterName, flag, int32, int64, recordId } from "./vocabulary.ts";

/** A query or path parameter; `schema` describes the value of its text. All query parameters are optional. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonSchema;
}
const parameter = (name: string, schema: JsonSchema): Parameter => ({ name, schema });

/** Whether the answer is wrapped in an envelope object. Default false. */
export const envelope = parameter("envelope", flag);

/** Whether the body is formatted for people. Default false. */
export const pretty = parameter("pretty", flag);

/** Whether a page contains `totalCount`. Default true. */
export const includeCount = parameter("includeCount", boolean({ default: true }));

/** Records per page: 1 to 500, default 100 (Limits). */
export const itemsPerPage = parameter("itemsPerPage", integer({ ...LIMITS.itemsPerPage }));

/** The page, counted from 1. Default 1. */
export const pageNum = parameter("pageNum", integer({ ...LIMITS.pageNum }));

/** The query of almost every operation. */
export const COMMON = [envelope, pretty] as const;
/** The additional query of a paged list. */
export const PAGING = [includeCount, itemsPerPage, pageNum] as const;

/** True for successful attempts only; the description does not say what false means. */
export const authResult = parameter("authResult", boolean());

/** Milliseconds since the epoch of the earliest attempt; requires `end`. */
export const start = parameter("start", int64({ examples: [1_735_689_600_000] }));

/** Milliseconds since the epoch of the latest attempt; requires `start`. */
export const end = parameter("end", int64({ examples: [1_735_776_000_000] }));

/** A single IPv4 address to filter attempts by. */
export const ipAddress = parameter("ipAddress", string({ format: "ipv4", examples: ["203.0.113.7"] }));

/** The number of entries: 0 to 20,000, default 20,000 (Limits). */
export const nLogs = parameter("nLogs", int32({ ...LIMITS.nLogs }));

/** The status of the listed alerts. Default: all. */
export const alertStatus = parameter("status", oneOfValues(ALERT_STATUSES));

/** The kind of the listed scrape targets. Default `PUBLIC`; the description does not list the others. */
export const targetScheme = parameter(
  "targetScheme",
  string({ default: "PUBLIC", "x-known-values": ["PUBLIC", "PRIVATE"], examples: ["PUBLIC"] }),
);
/** Whether an update of the compliance policy overwrites schedules that violate it. Default true. */
export const overwriteBackupPolicies = parameter("overwriteBackupPolicies", boolean({ default: true }));

/** Whether to list deleted clusters with retained backups. Default false. */
export const includeDeletedWithRetainedBackups = parameter("includeDeletedWithRetainedBackups", flag);

const text = string({ minLength: 1 });

/** Every path parameter of the interface by name. A name has the same meaning everywhere. */
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
 * Fills a path template from a record or a function of the name. Values are percent-encoded so that each stays one
 * segment (RFC 3986, section 3.3). A name without a value stays unchanged. So do the values "." and "..", which no
 * encoding protects: a caller whose server must not resolve them refuses them.
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
