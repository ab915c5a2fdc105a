import { fieldsOf } from "../rules/members.ts";
import { layer } from "./fault.ts";

export const tokenFaults = layer("tokens", [
  {
    id: "AU-11",
    text: "The token endpoint gives a token for a wrong client secret.",
    violates: ["TOKEN-BASIC-AUTH"],
    change: () => ({ secretMatches: () => true }),
  },
  {
    id: "LI-01",
    text: "The token endpoint never limits its callers.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ tokenRequestsPerWindow: () => Number.POSITIVE_INFINITY }),
  },
  {
    id: "LI-02",
    text: "The token endpoint limits its callers to five requests a minute.",
    violates: ["TOKEN-RATE-LIMIT"],
    change: () => ({ tokenRequestsPerWindow: () => 5 }),
  },
  {
    id: "LI-03",
    text: "Refused requests extend the window, so that a caller who tries again never recovers.",
    violates: ["TOKEN-RATE-RECOVERS"],
    change: () => ({ refusalExtendsWindow: () => true }),
  },
  {
    id: "TK-01",
    text: "A token comes without token_type.",
    violates: ["TOKEN-SUCCESS"],
    change: () => ({ tokenBody: (token, lifetime) => ({ access_token: token, expires_in: lifetime }) }),
  },
  {
    id: "TK-02",
    text: "An unknown client is answered with an error word outside the list.",
    violates: ["TOKEN-ERROR-VALUES", "TOKEN-ERROR-INVALID-CLIENT"],
    change: ({ tokenError }) => ({
      tokenError: (error, status) =>
        error.error === "invalid_client" ? { ...error, error: "unauthorized_client" } : tokenError(error, status),
    }),
  },
  {
    id: "TK-03",
    text: "A 429 of the token endpoint carries no Retry-After.",
    violates: ["TOKEN-RETRY-AFTER", "TOKEN-RATE-LIMIT"],
    change: () => ({ retryAfter: () => undefined }),
  },
  {
    id: "TK-04",
    text: "expires_in is a text.",
    violates: ["TOKEN-SUCCESS"],
    change: ({ tokenBody }) => ({
      tokenBody: (token, lifetime) => ({ ...Object(tokenBody(token, lifetime)), expires_in: String(lifetime) }),
    }),
  },
  {
    id: "TK-05",
    text: "An unsupported grant type is answered with 422.",
    violates: ["TOKEN-STATUS-SET"],
    change: ({ tokenErrorStatus }) => ({
      tokenErrorStatus: (error, status) =>
        error.error === "unsupported_grant_type" ? 422 : tokenErrorStatus(error, status),
    }),
  },
  {
    id: "TK-06",
    text: "The IP access list of a service account is not checked.",
    violates: ["AUTH-SA-IP-LIST"],
    change: () => ({ addressAllowed: () => true }),
  },
  {
    id: "TK-07",
    text: "grant_type=password is taken like client_credentials.",
    violates: ["TOKEN-GRANT-TYPE"],
    change: ({ grantAccepted }) => ({ grantAccepted: (type) => type === "password" || grantAccepted(type) }),
  },
  {
    id: "TK-08",
    text: "The errors of the token endpoint have no description.",
    violates: ["TOKEN-ERROR-SHAPE"],
    change: () => ({ tokenError: ({ error }) => ({ error }) }),
  },
  {
    id: "TK-09",
    text: "expires_in is 0.",
    violates: ["TOKEN-EXPIRES-POSITIVE"],
    change: ({ tokenBody }) => ({ tokenBody: (token) => tokenBody(token, 0) }),
  },
  {
    id: "TK-10",
    text: "An unsupported grant type is answered with invalid_grant.",
    violates: ["TOKEN-ERROR-UNSUPPORTED-GRANT-TYPE"],
    change: ({ tokenError }) => ({
      tokenError: (error, status) =>
        tokenError(error.error === "unsupported_grant_type" ? { ...error, error: "invalid_grant" } : error, status),
    }),
  },
  {
    id: "TK-11",
    text: "A form without grant_type is answered with invalid_grant.",
    violates: ["TOKEN-ERROR-INVALID-REQUEST"],
    change: ({ tokenError }) => ({
      tokenError: (error, status) =>
        tokenError(error.error === "invalid_request" ? { ...error, error: "invalid_grant" } : error, status),
    }),
  },
  {
    id: "TK-12",
    text: "The token endpoint ignores envelope.",
    violates: ["TOKEN-QUERY"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => ("access_token" in fieldsOf(body) ? body : envelope(status, body, list)),
    }),
  },
]);
