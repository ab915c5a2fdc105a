import type { OperationId, Role, RouteVersion } from "@plumbline/schemas";

/** Whose credentials a request carries. `header` is an Authorization value made by hand. */
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
  /** The service account's id with a secret that is not its own. */
  | "wrongClientSecret"
  | "blockedServiceAccount"
  | "metrics"
  /** The metrics user with a password that is not its own. */
  | "wrongMetricsPassword"
  /** The metrics password under a name that nobody has. */
  | "unknownMetricsUser"
  | { readonly role: Role }
  | { readonly header: string }
  /** The name and secret of a lent credential as Basic, changed in one respect, or with another secret in its place. */
  | { readonly lent: LentSecret; readonly change?: SecretChange; readonly secret?: string }
  /** The main key's answer to a challenge, wrong in one respect. */
  | { readonly fault: DigestFault; readonly challenge: DigestParameters }
  /** The main key's right answer to a challenge, for the `count`th time, written as the standards allow. */
  | { readonly spelling: readonly DigestSpelling[]; readonly challenge: DigestParameters; readonly count: number };

/** A secret that was lent and is sent as Basic credentials. */
export type LentSecret = "main" | "metrics" | "serviceAccount";

/** How a secret is changed so that a server which compares only a part of it takes it all the same. */
export type SecretChange = "longer secret" | "shorter secret" | "secret in the other case" | "empty secret";

/** What of a challenge an answer to it needs. */
export interface DigestParameters {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string;
}

/** The single respects in which a digest header can be wrong (RFC 7616, section 3.4); `none` is the right one. */
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
  /** A private key that nobody has, or the right one with a change. */
  | "secret"
  | SecretChange
  /** The name of the scheme, and nothing behind it. */
  | "bare"
  | "cnonce"
  | "realm";

/**
 * Ways to write a right digest header that mean the same as the usual one: names of schemes and parameters have no case (RFC
 * 9110, section 11), a list has any order and blanks around its commas (section 5.6.1), and a cnonce is any quoted text (RFC
 * 7616, section 3.4).
 */
export type DigestSpelling =
  | "a scheme in small letters"
  | "a scheme in capitals"
  | "two blanks behind the scheme"
  | "names of parameters in capitals"
  | "parameters in another order"
  | "blanks around commas"
  | "commas and other signs in its cnonce";

/** A request in terms of the contract; path parameters not given come from the world. */
export interface Call {
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** Decoded values, percent-encoded when sent. */
  readonly path?: Readonly<Record<string, string>>;
  /** Path parameters exactly as they stand on the wire; stronger than `path`. */
  readonly rawPath?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Put after the question mark as it is; stronger than `query`. */
  readonly rawQuery?: string;
  /** A JSON value in the contract's neutral words. */
  readonly body?: unknown;
  /** The body as it stands, in UTF-8; stronger than `body`. */
  readonly rawBody?: string;
  /** Each character of `rawBody` is one byte: for what is no UTF-8. */
  readonly isBytes?: true;
  readonly contentType?: string;
  /** The value of Accept; `null` sends none. By default what the version asks for. */
  readonly accept?: string | null;
  readonly method?: string;
  /** A path below the version prefix instead of the operation's own. */
  readonly elsewhere?: string;
  readonly who?: Who;
  /** What the description says of the answer, where it does not describe one. */
  readonly due?: Due;
  /** How it is sent; by default equal reads share one exchange, and a write is sent each time. */
  readonly send?: Sending;
  /** Sent to find out whether it does again what was seen beside it once. */
  readonly trial?: true;
  /** Who answers for what this makes or starts, in place of the check: it outlives the story. */
  readonly keptFor?: string;
}

/**
 * What a request that is not simply valid is due.
 * - `any`: the message is odd itself, and whatever stands in front may answer: rules about all answers do not look at it.
 * - `open`: the description does not say whether it is carried out; a refusal has the standard body, as every other has.
 * - `refusal`: it breaks a stated limit, and an error code is shown for that.
 * - `refused`: what there is stands in its way, and no error code is shown for that.
 */
export type Due = "any" | "open" | "refusal" | "refused";

/** Nothing is said of whether a request is carried out: what a success holds is no matter of its description. */
export const isUndescribed = ({ due }: Pick<Call, "due">): boolean => due === "any" || due === "open";

/**
 * How a request is sent that is not sent as usual.
 * - `once`: equal calls share one exchange although the request is no read.
 * - `again`: although the same was asked before.
 * - `to-the-limit`: again, and a 429 is what the caller wants to see: no waiting, no repeating.
 * - `to-tidy`: again, although the run was interrupted: it takes back what the run did.
 */
export type Sending = "once" | "again" | "to-the-limit" | "to-tidy";
