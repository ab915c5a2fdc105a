import { boolean, integer, string } from "./build.ts";

/** Description, Resources and their fields > Conventions: ids of records, projects and organizations. */
export const recordId = string({
  title: "RecordId",
  minLength: 24,
  maxLength: 24,
  pattern: "^([a-f0-9]{24})$",
  examples: ["32b6e34b3d91647abb20e7b8"],
});
/** An id whose form is not given: one like those of records is suggested, and any text is one. */
export const otherId = string({ "x-suggested": recordId });

/** The pattern is quadratic for long input in backtracking engines: check the length first. */
export const clusterName = string({
  title: "ClusterName",
  minLength: 1,
  maxLength: 64,
  pattern: "^([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$",
  examples: ["Cluster0"],
});

/** An ISO 8601 date and time in UTC. */
export const dateTime = string({ format: "date-time", examples: ["2025-01-15T09:30:00Z"] });

/** A whole number of 32 bits. */
export const int32 = (more: Parameters<typeof integer>[0] = {}) => integer({ format: "int32", ...more });

/** A whole number of 64 bits; beyond 2^53 JSON loses digits. */
export const int64 = (more: Parameters<typeof integer>[0] = {}) => integer({ format: "int64", ...more });

/** A boolean that is false when left out. */
export const flag = boolean({ default: false });

/** The eight roles that the description names; which of them an operation needs stands with the operation. */
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

/** Codes of the cloud providers in neutral words, the first provider first; a profile's `providerCodes` stand in their place. */
export const PROVIDER_CODES = ["PROVIDER_A", "PROVIDER_B", "PROVIDER_C"] as const;

/** What stands before the dot in names of built-in analyzers, in neutral words; a profile's `analyzerPrefix` stands in its place. */
export const ANALYZER_PREFIX = "engine";

/** The scheme of connection strings in neutral words; a profile's `connectionScheme` stands in its place. */
export const CONNECTION_SCHEME = "engine";
