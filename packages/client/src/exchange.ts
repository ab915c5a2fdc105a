/** Header fields exactly as on the wire: with order, repetition and spelling of the names. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Why no complete answer came. A closed union, so that a reader handles every way a hostile target can behave. */
export type TransportFaultKind =
  | "refused" // no connection
  | "unknown-host"
  | "tls"
  | "connect-timeout"
  | "head-timeout"
  | "body-timeout"
  | "total-timeout"
  | "reset" // the connection ended before the answer did
  | "protocol" // not HTTP, a wrong length, too large a head, an undecodable content coding
  | "body-too-large"
  | "aborted"; // the run was interrupted

/**
 * An answer as received. `body` is the decoded text and `json` its parsed value, `undefined` if it is not JSON. If the
 * connection has bounds, `body` is the beginning of a large text, and `json` has only the parts within the bounds.
 */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string;
  /** Bytes of the body after content decoding. */
  readonly bodyBytes: number;
  /** True if the bytes were not valid UTF-8; `body` then has replacement characters. */
  readonly invalidUtf8: boolean;
  readonly json: unknown;
}

/** Takes the place of an answer, and says why none came. */
export interface TransportFault {
  readonly fault: TransportFaultKind;
  readonly message: string;
  /** Set if the target may not know of the request, so that the fault says nothing about the target. */
  readonly reach?: Reach;
}

/** How far an unanswered request got. */
export type Reach =
  | "unsent" // no connection to write it to
  | "unheard"; // sent on a kept connection that the target had closed, without a byte in return

/** The credential of a request, by label. The secret itself is never part of an exchange. */
export interface CredentialUse {
  readonly scheme: "digest" | "basic" | "bearer" | "none";
  readonly label?: string;
  /** Names of the environment variables that hold user and secret, for the curl line. */
  readonly userVariable?: string;
  readonly secretVariable?: string;
  /** The invented one of the two. */
  readonly madeUp?: "user" | "secret";
}

/**
 * One request and its result, with secrets. Pass it through `Redactor.exchange` (redact.ts) before you store or show
 * it.
 */
export interface Exchange {
  readonly id: string;
  readonly operation?: string;
  readonly version?: string;
  readonly check?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body?: string;
    readonly credential: CredentialUse;
  };
  readonly response: Answer | TransportFault;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** The exchange before this one: the challenge of a digest handshake, or the first try of a repeated request. */
  readonly follows?: string;
}

/** True if the target sent an answer. */
export function answered(exchange: Exchange): exchange is Exchange & { readonly response: Answer } {
  return "status" in exchange.response;
}

/** All values of one header field. Names are compared without case (RFC 9110, section 5.1). */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers
    .filter(([field]) => field.length === wanted.length && field.toLowerCase() === wanted)
    .map(([, value]) => value);
}

/** The first value of one header field; `undefined` if the field is absent. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  // Comparing lengths first is faster, and rules read a dozen fields of every answer.
  for (const [field, value] of headers)
    if (field.length === wanted.length && field.toLowerCase() === wanted) return value;
  return undefined;
}
