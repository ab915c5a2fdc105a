import { array, boolean, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { recordId } from "../vocabulary.ts";

/** One authentication attempt. `timestamp` is a plain string: the description does not call it a date-time. */
export const accessLogEntry = object(
  {},
  {
    authResult: boolean(),
    authSource: string(),
    failureReason: string(),
    groupId: recordId,
    hostname: string(),
    ipAddress: string(),
    logLine: string(),
    timestamp: string({ examples: ["2025-01-15T09:30:00Z"] }),
    username: string(),
  },
  { title: "AccessLogEntry" },
);
export interface AccessLogEntry extends Static<typeof accessLogEntry> {}

/** The answer of both access history operations. */
export const accessLogs = object({ accessLogs: array(accessLogEntry) }, {}, { title: "AccessLogs" });
