import type { BoundOperation, BoundRoute } from "../bind.ts";
import { integer, object, string } from "../build.ts";
import { DIGEST_CHALLENGE } from "../errors.ts";
import { exampleOf } from "../example.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Operation } from "../operation.ts";
import { TOKEN_STATUSES, type TokenErrorCode, tokenError } from "../resources/token.ts";
import type { Components } from "./components.ts";

/** The answers of one operation by status: the successful one, and every error that the description has. */
export function responses(operation: BoundOperation, route: BoundRoute, components: Components): object {
  const failed = operation.authentication === "clientCredentials" ? tokenErrors : standardErrors;
  return { ...success(route, components), ...failed(operation.authentication, components) };
}

function success({ result, version, accept }: BoundRoute, components: Components): object {
  const mediaType = version === "2" ? accept : "application/json";
  switch (result?.kind) {
    case undefined:
    case "empty":
      return { "204": { description: "Done; the answer has no body." } };
    case "not-shown":
      return {
        "200": {
          description: "Done. The description of the interface does not show what the body holds.",
          content: { [mediaType]: { schema: {}, example: {} } },
        },
      };
    case "record":
    case "paged":
    case "array":
      return {
        "200": {
          description: result.kind === "paged" ? "One page of records." : "Done.",
          content: { [mediaType]: { schema: components.refer(result.schema), example: exampleOf(result.schema) } },
        },
      };
    default:
      return result satisfies never;
  }
}

const REASONS: Readonly<Record<number, readonly [code: string, reason: string, when: string]>> = {
  400: ["VALIDATION_ERROR", "Bad Request", "The request breaks a rule of the interface."],
  401: ["UNAUTHORIZED", "Unauthorized", "The credentials are missing or wrong."],
  403: ["ACCESS_FORBIDDEN", "Forbidden", "The caller has none of the roles that the operation needs."],
  404: ["RESOURCE_NOT_FOUND", "Not Found", "There is no such record, or the caller may not know of it."],
};

function standardErrors(authentication: Operation["authentication"], components: Components): object {
  return Object.fromEntries(
    Object.entries(REASONS).map(([status, [code, reason, when]]) => {
      const schema = errorOf(Number(status), code, reason);
      const answer = {
        description: when,
        ...(status === "401" && { headers: { "WWW-Authenticate": challenge(authentication) } }),
        content: { "application/json": { schema: components.refer(schema), example: exampleOf(schema) } },
      };
      return [status, components.share("responses", reason.replace(" ", ""), answer)];
    }),
  );
}

/** The standard error body of one status. Only `error` is fixed: which codes there are is not shown. */
function errorOf(status: number, errorCode: string, reason: string): JsonSchema {
  return object(
    {
      detail: string({ examples: [`${reason}.`] }),
      error: integer({ const: status }),
      errorCode: string({ examples: [errorCode] }),
      reason: string({ examples: [reason] }),
    },
    {},
    { title: `Error${status}` },
  );
}

function challenge(authentication: Operation["authentication"]): object {
  const { algorithm, qop, stale } = DIGEST_CHALLENGE;
  const value =
    authentication === "digest"
      ? `Digest realm="service", nonce="example", algorithm=${algorithm}, qop="${qop}", stale=${stale}`
      : 'Basic realm="metrics"';
  return {
    description: "How to prove who is calling.",
    required: true,
    schema: string({ examples: [value] }),
    example: value,
  };
}

/** One believable pairing; the description does not show which error value goes with which status. */
const TOKEN_ERROR: Readonly<Record<number, readonly [code: TokenErrorCode, when: string]>> = {
  400: ["invalid_request", "The form asks for something else than a token of client credentials."],
  401: ["invalid_client", "There is no such client, or the secret is another."],
  403: ["access_denied", "The service account may not be used from this address."],
  429: ["rate_limited", "Too many requests for tokens: ten a minute are answered."],
  500: ["server_error", "The service failed."],
  503: ["server_error", "The service is not able to answer for now."],
};

function tokenErrors(_authentication: Operation["authentication"], components: Components): object {
  const wait = {
    "Retry-After": {
      description: "Seconds to wait, or a date (RFC 9110, section 10.2.3).",
      required: true,
      schema: string({ examples: ["60"] }),
    },
  };
  const failed = TOKEN_STATUSES.filter((status) => status !== 200);
  return Object.fromEntries(
    failed.map((status) => {
      const [error, when] = TOKEN_ERROR[status] ?? ["server_error", "Refused."];
      const example = { ...(exampleOf(tokenError) as object), error, error_description: when };
      const content = { "application/json": { schema: components.refer(tokenError), example } };
      return [
        String(status),
        { description: when, content, ...((status === 429 || status === 503) && { headers: wait }) },
      ];
    }),
  );
}
