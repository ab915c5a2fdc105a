import { integer, object, string } from "./build.ts";
import type { Static } from "./json-schema.ts";

/** The standard error body; `error` repeats the HTTP status (description, Errors 1). */
export const standardError = object(
  {
    detail: string({ examples: ["A query parameter is out of range."] }),
    error: integer({ examples: [400] }),
    errorCode: string({ examples: ["VALIDATION_ERROR"] }),
    reason: string({ examples: ["Bad Request"] }),
  },
  {},
  { title: "StandardError" },
);
/** The error body of the whole interface except the token endpoint and metrics discovery (Errors 1). */
export type StandardError = Static<typeof standardError>;

/** The two combinations of code, status and reason that the description shows. */
export const SHOWN_ERRORS = {
  validation: { error: 400, errorCode: "VALIDATION_ERROR", reason: "Bad Request" },
  notCreator: { error: 401, errorCode: "NOT_ORG_GROUP_CREATOR", reason: "Unauthorized" },
} as const;

/** The parameters of WWW-Authenticate in a 401 of the digest scheme (description, Errors 2). */
export const DIGEST_CHALLENGE = { algorithm: "MD5", qop: "auth", stale: "false" } as const;
