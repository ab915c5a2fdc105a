import type { BoundOperation, BoundRoute } from "../bind.ts";
import { integer, object, string } from "../build.ts";
import { DIGEST_CHALLENGE, standardError } from "../errors.ts";
import { exampleOf } from "../example.ts";
import type { JsonSchema } from "../json-schema.ts";
import { TOKEN_STATUSES, type TokenErrorCode, tokenError } from "../resources/token.ts";
import { SUCCESSES } from "../successes.ts";
import type { Components, Referred } from "./components.ts";
import { around, inEnvelope } from "./in-envelope.ts";
import { toldOfAnswer } from "./told-form.ts";

/*
 * The answers of one operation by status. A document must allow everything that the description allows, or tools report
 * correct servers as wrong. Where the description is silent, the document uses the most general form of OpenAPI:
 *
 * - The description gives success statuses for the token endpoint only; everywhere else the document allows all of the
 *   class.
 * - It gives no refusal statuses either: likely ones have an example, and `default` covers all others.
 * - A body that is an empty object or absent has no `content`, because tools require a Content-Type for a described
 *   one.
 * - It gives the media type that a caller requests, not that of an answer. The document names the requested one,
 *   because tools request the named types, and would request a range next to it too.
 * - OpenAPI cannot make an answer depend on a query, so the forms with and without envelope are alternatives.
 *
 * A mock uses the lowest success, the example, and 400 for invalid requests, so the same document serves a mock. A
 * range of refusals such as 4XX would not work, since a mock looks for 422 first.
 */

/**
 * The `responses` object of an operation: every success that the rules accept, and refusals that depend on its
 * authentication.
 */
export function responses(operation: BoundOperation, route: BoundRoute, components: Components): object {
  const said = new Said(route, components);
  switch (operation.authentication) {
    case "clientCredentials":
      return { ...success(route, said, false), ...tokenErrors(said) };
    case "digest":
      return { ...success(route, said, true), ...standardErrors(operation, said), ...inFront(components) };
    case "metrics":
      return { ...success(route, said, true), ...unknownErrors(), ...inFront(components) };
    default:
      return operation.authentication satisfies never;
  }
}

/** Describes the bodies of one route. */
class Said {
  readonly components: Components;
  readonly #wraps: boolean;

  constructor({ query }: BoundRoute, components: Components) {
    this.components = components;
    this.#wraps = query.some(({ name }) => name === "envelope");
  }

  /** The schema of a body; if the operation has an envelope, with the enveloped form as an alternative. */
  schema(plain: JsonSchema, wrapped: () => JsonSchema): Referred {
    return this.components.refer(this.#wraps ? { anyOf: [plain, wrapped()] } : plain);
  }

  error(plain: JsonSchema): Referred {
    return this.schema(plain, () => around(plain));
  }
}

const content = (mediaType: string, schema: Referred, example: unknown): object => ({
  [mediaType]: { schema, example },
});

function success({ result, version, accept }: BoundRoute, said: Said, anyStatus: boolean): object {
  switch (result.kind) {
    case "empty":
      return {
        "204": { description: "Done; the answer has no body." },
        [SUCCESSES]: { description: "Done; the body is an empty object, or there is none." },
      };
    case "not-shown":
      return {
        [SUCCESSES]: {
          description:
            "Done. The description of the interface does not show what the body holds, or whether there is one.",
        },
      };
    case "record":
    case "paged":
    case "array": {
      const items = "items" in result ? toldOfAnswer(result.items) : undefined;
      const plain = toldOfAnswer(result.schema);
      const schema = said.schema(plain, () => inEnvelope(result.kind, plain, items));
      const mediaType = version === "2" ? accept : "application/json";
      return {
        "200": {
          description: result.kind === "paged" ? "One page of records." : "Done.",
          content: content(mediaType, schema, exampleOf(result.schema)),
        },
        ...(anyStatus && {
          [SUCCESSES]: {
            description: "The same: with which status a success is answered is not given.",
            content: { [mediaType]: { schema } },
          },
        }),
      };
    }
    default:
      return result satisfies never;
  }
}

const REASONS: Readonly<Record<number, readonly [code: string, reason: string, when: string]>> = {
  400: ["VALIDATION_ERROR", "Bad Request", "The request breaks a rule of the interface."],
  401: ["UNAUTHORIZED", "Unauthorized", "The credentials are missing or wrong."],
  403: ["ACCESS_FORBIDDEN", "Forbidden", "The caller has none of the roles that the operation needs."],
  404: ["RESOURCE_NOT_FOUND", "Not Found", "There is no such record, or the caller may not know of it."],
  409: ["CONFLICT", "Conflict", "What there is stands in the way of the change."],
};

function standardErrors({ risk }: BoundOperation, said: Said): object {
  const likely = Object.entries(REASONS).filter(([status]) => status !== "409" || risk !== "read");
  const { components } = said;
  return {
    ...Object.fromEntries(
      likely.map(([status, [code, reason, when]]) => {
        const error = errorOf(Number(status), code, reason);
        const answer = {
          description: when,
          ...(status === "401" && { headers: { "WWW-Authenticate": challenge(DIGEST) } }),
          content: content("application/json", said.error(error), exampleOf(error)),
        };
        return [status, components.share("responses", reason.replace(" ", ""), answer)];
      }),
    ),
    default: components.share("responses", "Refused", {
      description: "Refused for another reason, or with another status: which one goes with which reason is not given.",
      content: content("application/json", said.error(standardError), exampleOf(standardError)),
    }),
  };
}

/**
 * The standard error body of one status. Only `error` is fixed, because the description does not list the error codes.
 */
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

const { algorithm, qop, stale } = DIGEST_CHALLENGE;
const DIGEST = `Digest realm="service", nonce="example", algorithm=${algorithm}, qop="${qop}", stale=${stale}`;

const challenge = (example: string): object => ({
  description: "How to prove who is calling.",
  required: true,
  schema: string({ examples: [example] }),
  example,
});

/** The errors of metrics discovery, whose bodies the description does not show. */
function unknownErrors(): object {
  return {
    "400": { description: "The request breaks a rule of the interface. What the body holds is not given." },
    "401": {
      description: "The credentials are missing or wrong. What the body holds is not given.",
      headers: { "WWW-Authenticate": challenge('Basic realm="metrics"') },
    },
    default: { description: "Refused. What the body holds is not given." },
  };
}

/** An answer of an intermediary in front of the service, in its own form. */
function inFront(components: Components): object {
  const answer = components.share("responses", "InFront", {
    description: "Answered by a limiter or a proxy rather than by the service. What the body holds is not given.",
    headers: { "Retry-After": { ...WAIT, required: false } },
  });
  return Object.fromEntries(["429", "502", "503", "504"].map((status) => [status, answer]));
}

const WAIT = {
  description: "Seconds to wait, or a date (RFC 9110, section 10.2.3).",
  schema: string({ examples: ["60"] }),
};

/** One plausible pairing: the description does not show which error value belongs to which status. */
const TOKEN_ERROR: Readonly<Record<number, readonly [code: TokenErrorCode, when: string]>> = {
  400: ["invalid_request", "The form asks for something else than a token of client credentials."],
  401: ["invalid_client", "There is no such client, or the secret is another."],
  403: ["access_denied", "The service account may not be used from this address."],
  429: ["rate_limited", "Too many requests for tokens: ten a minute are answered."],
  500: ["server_error", "The service failed."],
  503: ["server_error", "The service is not able to answer for now."],
};

/** The token endpoint uses these statuses and no others. */
function tokenErrors(said: Said): object {
  const failed = TOKEN_STATUSES.filter((status) => status !== 200);
  return Object.fromEntries(
    failed.map((status) => {
      const [error, when] = TOKEN_ERROR[status] ?? ["server_error", "Refused."];
      const example = { ...(exampleOf(tokenError) as object), error, error_description: when };
      const waits = status === 429 || status === 503;
      return [
        String(status),
        {
          description: when,
          content: content("application/json", said.error(tokenError), example),
          ...(waits && { headers: { "Retry-After": { ...WAIT, required: true } } }),
        },
      ];
    }),
  );
}
