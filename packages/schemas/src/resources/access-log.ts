import { array, boolean, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { recordId } from "../vocabulary.ts";

/** One authentication attempt. `timestamp` is a plain string, because the description does not call it a date-time. */
export const accessLogEntry = object(
  {},
  {
    authResult: boolean(),
    authSource: string({ examples: ["admin"] }),
    failureReason: string({ examples: [""] }),
    groupId: recordId,
    hostname: string({ examples: ["cluster0-shard-00-00.abcde.example.net"] }),
    ipAddress: string({ examples: ["203.0.113.7"] }),
    logLine: string({ examples: ['{ "c": "ACCESS", "msg": "Authentication succeeded" }'] }),
    timestamp: string({ examples: ["2025-01-15T09:30:00Z"] }),
    username: string({ examples: ["reporting"] }),
  },
  { title: "AccessLogEntry" },
);
/** One attempt to log in to a database. */
export interface AccessLogEntry extends Static<typeof accessLogEntry> {}

/** The answer of both access history operations. */
export const accessLogs = object({ accessLogs: array(accessLogEntry) }, {}, { title: "AccessLogs" });
