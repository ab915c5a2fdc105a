import { STATUS_CODES } from "node:http";
import { type Contract, type StandardError, TOKEN_ERRORS, type TokenError, wireBody } from "@plumbline/schemas";
import type { Behaviour, Given } from "../decisions/behaviour.ts";
import type { Mount } from "../decisions/mount.ts";
import { Refusal } from "../refusal.ts";

/** A finished answer. Only the shell that writes it uses sockets. */
export interface Answer {
  readonly status: number;
  /** Several values make several header lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text?: string;
  /** The encoded form of the text, which is sent instead of it. */
  readonly bytes?: Uint8Array;
  /** How the body is delimited and timed. @default "length" */
  readonly framing?: "length" | "chunked" | "in-pieces";
  /** Replaces the usual reason phrase of the status. */
  readonly reasonPhrase?: string;
}

/** The result of a handler: a body with neutral names, no body, or a refusal. */
export type Outcome =
  | { readonly kind: "body"; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: "empty" }
  | Refusal;

/** The form of an answer: the query parameters for it, if the operation has them, and the Accept header. */
export interface Style {
  readonly envelope: boolean;
  readonly pretty: boolean;
  readonly accept?: string | undefined;
  readonly given: Given;
}
/** The style of answers that the server gives before it reads the query: no envelope, no indentation. */
export const PLAIN: Style = { envelope: false, pretty: false, given: new Map() };

/** The parts of a service that produce its answers. */
export interface Speaker {
  readonly contract: Contract;
  /** Whether the profile has names other than the neutral ones: if not, bodies need no translation. */
  readonly renames: boolean;
  readonly behaviour: Behaviour;
  readonly headers: Readonly<Record<string, string>>;
}

/** Turns the outcome of a handler into an answer, with the profile's names and in the form that the query asks for. */
export function render(service: Speaker, mount: Mount, style: Style, outcome: Outcome): Answer {
  if (outcome instanceof Refusal) return renderRefusal(service, mount, style, outcome);
  const { behaviour, contract } = service;
  const shown = outcome.kind === "empty" ? undefined : outcome.body;
  const { status, body } = behaviour.answers(
    mount.operation,
    service.renames ? wireBody(contract.profile, shown) : shown,
    style.given,
    mount.version,
  );
  const headers = outcome.kind === "empty" ? undefined : outcome.headers;
  if (body === undefined) return { status, headers: { ...service.headers, ...headers } };
  const list = mount.operation.result.kind === "paged" || mount.operation.result.kind === "array";
  const mediaType = behaviour.mediaType(mount.version, contract.profile.product, style.accept);
  return write(
    service,
    status,
    mediaType,
    style.envelope ? behaviour.envelope(status, body, list) : body,
    style.pretty,
    headers,
  );
}

/** A refusal in the standard error body; for the token endpoint, in its own form. */
export function renderRefusal(service: Speaker, mount: Mount | undefined, style: Style, given: Refusal): Answer {
  const { behaviour } = service;
  const refusal = behaviour.refusal(given, mount?.operation);
  if (mount?.operation.authentication === "clientCredentials") return renderTokenRefusal(service, style, refusal);
  const status = behaviour.errorStatus(refusal.status);
  const page = behaviour.errorPage(status);
  if (page !== undefined) {
    return { status, text: page.text, headers: { ...service.headers, "Content-Type": page.mediaType } };
  }
  const error: StandardError = {
    detail: refusal.detail,
    error: status,
    errorCode: refusal.errorCode,
    reason: STATUS_CODES[status] ?? "",
  };
  const body = behaviour.errorBody(error, style.pretty);
  const shown = style.envelope ? behaviour.envelope(status, body, false) : body;
  return write(service, status, behaviour.errorMediaType(), shown, style.pretty, refusal.headers);
}

/**
 * The token endpoint has few statuses and error words. A refusal without one of these words becomes an invalid request.
 */
function renderTokenRefusal(service: Speaker, style: Style, refusal: Refusal): Answer {
  const { behaviour } = service;
  const word = TOKEN_ERRORS.find((one) => one === refusal.errorCode);
  const failed = refusal.status >= 500;
  const error: TokenError = {
    error: word ?? (failed ? "server_error" : "invalid_request"),
    error_description: refusal.detail,
  };
  const status = behaviour.tokenErrorStatus(error, word === undefined ? (failed ? 500 : 400) : refusal.status);
  const body = behaviour.tokenError(error, status);
  const shown = style.envelope ? behaviour.envelope(status, body, false) : body;
  return write(service, status, "application/json", shown, style.pretty, refusal.headers);
}

function write(
  service: Speaker,
  status: number,
  mediaType: string | undefined,
  body: unknown,
  pretty: boolean,
  headers: Readonly<Record<string, string>> | undefined,
): Answer {
  return {
    status,
    text: service.behaviour.print(body, pretty),
    headers: { ...service.headers, ...(mediaType !== undefined && { "Content-Type": mediaType }), ...headers },
  };
}
