import type { OperationId, Role, RouteVersion } from "@plumbline/schemas";

/** Whose credentials a request carries. `header` is a complete Authorization value. */
export type Who =
  | "main"
  | "none"
  | "noRole"
  | "otherProject"
  /** The main key's halves as Basic credentials. */
  | "mainAsBasic"
  | "wrongSecret"
  | "unknownUser"
  | "serviceAccount"
  /** The service account's id with a wrong secret. */
  | "wrongClientSecret"
  | "blockedServiceAccount"
  | "metrics"
  /** The metrics user with a wrong password. */
  | "wrongMetricsPassword"
  /** The metrics password with an unknown user name. */
  | "unknownMetricsUser"
  | { readonly role: Role }
  | { readonly header: string }
  /** Name and secret of a credential as Basic, with one change or with another secret. */
  | { readonly lent: LentSecret; readonly change?: SecretChange; readonly secret?: string }
  /** The main key's answer to a challenge, with one fault. */
  | { readonly fault: DigestFault; readonly challenge: DigestParameters }
  /**
   * The main key's correct answer to a challenge, sent for the `count`th time, in a spelling that the standards allow.
   */
  | { readonly spelling: readonly DigestSpelling[]; readonly challenge: DigestParameters; readonly count: number };

/** A credential of the user whose secret is sent as Basic. */
export type LentSecret = "main" | "metrics" | "serviceAccount";

/** A change of a secret that a server accepts if it compares only a part of the secret. */
export type SecretChange = "longer secret" | "shorter secret" | "secret in the other case" | "empty secret";

/** The parameters of a challenge that an answer to it repeats. */
export interface DigestParameters {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string;
}

/** The single faults that a digest header can have (RFC 7616, section 3.4); `none` is the correct header. */
export type DigestFault =
  | "none"
  | "nonce"
  | "uri"
  | "uri-query"
  | "username"
  | "username-shown"
  | "method"
  | "qop"
  | "qop-shown"
  | "algorithm"
  | "response"
  | "empty"
  /** A private key that does not exist. The next ones are changes of the correct private key. */
  | "secret"
  | SecretChange
  /** The name of the scheme without parameters. */
  | "bare"
  | "cnonce"
  | "realm";

/**
 * Spellings of a correct digest header that mean the same as the usual one. Names of schemes and parameters have no
 * case (RFC 9110, section 11). A list may have any order and blanks around its commas (section 5.6.1). A cnonce is any
 * quoted text (RFC 7616, section 3.4).
 */
export type DigestSpelling =
  | "a scheme in small letters"
  | "a scheme in capitals"
  | "two blanks behind the scheme"
  | "names of parameters in capitals"
  | "parameters in another order"
  | "blanks around commas"
  | "commas and other signs in its cnonce";

/** A request in terms of the contract. The world supplies the path parameters that are not given. */
export interface Call {
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** Decoded values, percent-encoded when sent. */
  readonly path?: Readonly<Record<string, string>>;
  /** Path parameters exactly as sent; they override `path`. */
  readonly rawPath?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The query exactly as sent, without the question mark; overrides `query`. */
  readonly rawQuery?: string;
  /** A JSON value in the contract's neutral words. */
  readonly body?: unknown;
  /** The body as UTF-8 text; overrides `body`. */
  readonly rawBody?: string;
  /** Each character of `rawBody` is one byte, for bodies that are not valid UTF-8. */
  readonly isBytes?: true;
  readonly contentType?: string;
  /** The value of Accept; `null` sends none. Default: the one that the version demands. */
  readonly accept?: string | null;
  readonly method?: string;
  /** A path below the version prefix instead of the operation's own. */
  readonly elsewhere?: string;
  readonly who?: Who;
  /** What the description says about the answer, if the request is not simply valid. */
  readonly due?: Due;
  /** Default: equal reads share one exchange, and every write is sent. */
  readonly send?: Sending;
  /** Calls with the same object go out on one connection, which no other call uses. */
  readonly connection?: object;
  /** The request only tests whether a side effect that was seen once happens again. */
  readonly trial?: true;
  /**
   * The purpose that a created record or a started job belongs to, instead of the check: it outlives the check's story.
   */
  readonly keptFor?: string;
}

/**
 * The answer that a request deserves if it is not simply valid.
 * - `any`: the message itself is odd, and a gateway may answer it, so the invariants ignore the answer.
 * - `open`: the description does not say whether the target carries it out. A refusal must have the standard body.
 * - `refusal`: the request breaks a stated limit, and the refusal must have an error code.
 * - `refused`: the state of the target forbids it, and the refusal needs no error code.
 */
export type Due = "any" | "open" | "refusal" | "refused";

/**
 * Whether the description leaves open if the target accepts the request. It then does not describe a success either.
 */
export const isUndescribed = ({ due }: Pick<Call, "due">): boolean => due === "any" || due === "open";

/**
 * How to send a request, if not in the usual way.
 * - `once`: equal calls share one exchange although the request is no read.
 * - `again`: the request is sent although an equal one was sent before.
 * - `to-the-limit`: as `again`, and the caller wants to see a 429, so the run neither waits nor repeats.
 * - `to-tidy`: as `again`, and also after an interruption, because the cleanup needs it.
 */
export type Sending = "once" | "again" | "to-the-limit" | "to-tidy";
