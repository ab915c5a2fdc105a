import { boolean, integer, string } from "./build.ts";

/** Ids of records, projects and organizations (description, Resources and their fields > Conventions). */
export const recordId = string({
  title: "RecordId",
  minLength: 24,
  maxLength: 24,
  pattern: "^([a-f0-9]{24})$",
  examples: ["32b6e34b3d91647abb20e7b8"],
});
/** An id whose form the description does not give: one like those of records is suggested, and any text is valid. */
export const otherId = string({ "x-suggested": recordId });

/** The pattern takes quadratic time on long input in backtracking engines: check the length first. */
export const clusterName = string({
  title: "ClusterName",
  minLength: 1,
  maxLength: 64,
  pattern: "^([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$",
  examples: ["Cluster0"],
});

/** An ISO 8601 date and time in UTC. */
export const dateTime = string({ format: "date-time", examples: ["2025-01-15T09:30:00Z"] });

/** An integer of 32 bits. */
export const int32 = (more: Parameters<typeof integer>[0] = {}) => integer({ format: "int32", ...more });

/** An integer of 64 bits; JSON loses digits beyond 2^53. */
export const int64 = (more: Parameters<typeof integer>[0] = {}) => integer({ format: "int64", ...more });

/** A boolean with the default false. */
export const flag = boolean({ default: false });

/** The eight roles that the description names; each operation states which of them it needs. */
export const ROLES = [
  "Organization Owner",
  "Organization Member",
  "Project Owner",
  "Project Read Only",
  "Project Monitoring Admin",
  "Project Cluster Admin",
  "Project Data Access Read Write",
  "Project Data Access Admin",
] as const;
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number];

/** Neutral codes of the cloud providers, the first provider first; a profile's `providerCodes` replace them. */
export const PROVIDER_CODES = ["PROVIDER_A", "PROVIDER_B", "PROVIDER_C"] as const;

/** The neutral prefix before the dot in names of built-in analyzers; a profile's `analyzerPrefix` replaces it. */
export const ANALYZER_PREFIX = "engine";

/** The neutral scheme of connection strings; a profile's `connectionScheme` replaces it. */
export const CONNECTION_SCHEME = "engine";
