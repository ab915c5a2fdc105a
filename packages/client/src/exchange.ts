/** Header fields as they stood on the wire: order and repetition kept, names as sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Why no complete answer came. Closed, so that a reader handles every way a hostile target can behave. */
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
 * An answer as received. `body` is the decoded text; `json` is what it parses to, `undefined` when it is not JSON. Where the
 * connection has bounds, `body` is the beginning of a large text, and `json` what is kept of it.
 */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string;
  /** Bytes of the body after content decoding. */
  readonly bodyBytes: number;
  /** The bytes were not valid UTF-8; `body` then holds replacement characters. */
  readonly invalidUtf8: boolean;
  readonly json: unknown;
}

/** Why no answer came, in place of one. */
export interface TransportFault {
  readonly fault: TransportFaultKind;
  readonly message: string;
  /** Set where the target may know nothing of the request, so that it says nothing about the target. */
  readonly reach?: Reach;
}

/** How far a request came that was not answered. */
export type Reach =
  | "unsent" // there was no connection to write it to
  | "unheard"; // it met the end of a connection kept from an earlier request, and not a byte came back

/** Whose keys a request carries, by label; the secret itself is never part of an exchange. */
export interface CredentialUse {
  readonly scheme: "digest" | "basic" | "bearer" | "none";
  readonly label?: string;
  /** Names of the environment variables that hold user and secret, for the curl line. */
  readonly userVariable?: string;
  readonly secretVariable?: string;
  /** The one of the two that nobody has. */
  readonly madeUp?: "user" | "secret";
}

/** One request with everything that came of it, raw: `Redactor.exchange` (redact.ts) must see it before it is stored or shown. */
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
  /** The exchange that this one answers: the challenge of a digest handshake, the first try of a repeated request. */
  readonly follows?: string;
}

/** True when the target answered at all. */
export function answered(exchange: Exchange): exchange is Exchange & { readonly response: Answer } {
  return "status" in exchange.response;
}

/** All values of one header field, names compared without case (RFC 9110, section 5.1). */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers
    .filter(([field]) => field.length === wanted.length && field.toLowerCase() === wanted)
    .map(([, value]) => value);
}

/** The first value of one header field, `undefined` when absent. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  // The length is compared first: rules ask for a dozen fields of every answer.
  for (const [field, value] of headers)
    if (field.length === wanted.length && field.toLowerCase() === wanted) return value;
  return undefined;
}
