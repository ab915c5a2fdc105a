import { constant, integer, object, oneOfValues, string } from "../build.ts";
import type { Static } from "../json-schema.ts";

/** The successful answer of the token endpoint; `expires_in` is in seconds. */
export const serviceToken = object(
  {
    access_token: string({ minLength: 1, examples: ["eyJhbGciOiJub25lIn0.example"] }),
    token_type: constant("Bearer"),
    expires_in: integer({ examples: [3600] }),
  },
  {},
  { title: "ServiceToken" },
);
/** A token for a service account; `expires_in` is in seconds. */
export type ServiceToken = Static<typeof serviceToken>;

/** The form that requests a token. */
export const tokenRequest = object({ grant_type: constant("client_credentials") }, {}, { title: "TokenRequest" });

/** Every value of `error` at the token endpoint (Errors 3). */
export const TOKEN_ERRORS = [
  "invalid_request",
  "unsupported_grant_type",
  "invalid_grant",
  "invalid_client",
  "access_denied",
  "rate_limited",
  "server_error",
] as const;
/** One of `TOKEN_ERRORS`. */
export type TokenErrorCode = (typeof TOKEN_ERRORS)[number];

/** The error body of the token endpoint; unlike in the standard one, `error` is a word. */
export const tokenError = object(
  { error: oneOfValues(TOKEN_ERRORS), error_description: string({ examples: ["Invalid credentials provided."] }) },
  {},
  { title: "TokenError" },
);
/** A value that `tokenError` accepts. */
export type TokenError = Static<typeof tokenError>;

/** The only status codes that the description allows for the token endpoint. */
export const TOKEN_STATUSES: readonly number[] = [200, 400, 401, 403, 429, 500, 503];
