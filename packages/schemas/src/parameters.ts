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

export const envelope = parameter("envelope", flag);
export const pretty = parameter("pretty", flag);
export const includeCount = parameter("includeCount", boolean({ default: true }));
export const itemsPerPage = parameter("itemsPerPage", integer({ ...LIMITS.itemsPerPage }));
export const pageNum = parameter("pageNum", integer({ ...LIMITS.pageNum }));

/** The query of almost every operation. */
export const COMMON = [envelope, pretty] as const;
/** The further query of a paged list. */
export const PAGING = [includeCount, itemsPerPage, pageNum] as const;

export const authResult = parameter("authResult", boolean());
export const start = parameter("start", int64({ examples: [1_735_689_600_000] }));
export const end = parameter("end", int64({ examples: [1_735_776_000_000] }));
export const ipAddress = parameter("ipAddress", string({ format: "ipv4", examples: ["203.0.113.7"] }));
export const nLogs = parameter("nLogs", int32({ ...LIMITS.nLogs }));
export const alertStatus = parameter("status", oneOfValues(ALERT_STATUSES));
export const targetScheme = parameter(
  "targetScheme",
  string({ default: "PUBLIC", "x-known-values": ["PUBLIC", "PRIVATE"], examples: ["PUBLIC"] }),
);
export const overwriteBackupPolicies = parameter("overwriteBackupPolicies", boolean({ default: true }));
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
