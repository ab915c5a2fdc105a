import { digestResponse, parseChallenges, passwordHash } from "@plumbline/client";
import type { Credentials } from "@plumbline/conformance";
import type { KeyLabel } from "@plumbline/reference";
import type { BoundOperation } from "@plumbline/schemas";
import { type LabelledKey, labelledKeys } from "./labelled-keys.ts";

/** How many callers are remembered as accepted, and how many as refused. */
const MOST = 1_000;

type DigestParameters = ReadonlyMap<string, string>;

/**
 * Decides with which key the reference accepts a client of the target. A digest is valid for one server's nonce, and a
 * token of one server means nothing to another, so the proxy vouches:
 * - for a key that the target file names, if its digest is right: as the key with the same role;
 * - for another key, if the target has accepted it or the file names no key; for a token, unless the target has refused
 *   it;
 * - not for a request without credentials, because its client may wait for a challenge. The exception is a target known
 *   to accept every client (by its answers, or because its file names no credentials) that has asked for none: then the
 *   proxy vouches for all.
 */
export class Vouching {
  readonly #credentials: Credentials;
  readonly #tokenScheme: string;
  readonly #keys: ReadonlyMap<string, LabelledKey>;
  readonly #letIn = new Set<string>();
  readonly #refused = new Set<string>();
  #isOpen: boolean;
  #asksForCredentials = false;

  constructor(credentials: Credentials, tokenScheme: string) {
    this.#credentials = credentials;
    this.#tokenScheme = tokenScheme.toLowerCase();
    this.#keys = new Map(labelledKeys(credentials).map((key) => [key.username, key]));
    this.#isOpen = Object.values(credentials).every((one) => one === undefined);
  }

  /** Learns from the status with which the target answered a client. */
  hears({ authentication }: Pick<BoundOperation, "authentication">, authorization: string | undefined, status: number) {
    if (authentication !== "digest") return;
    if (status === 401) {
      if (authorization === undefined) this.#asksForCredentials = true;
      else remember(this.#refused, identityOf(authorization));
    } else if (status < 300) {
      if (authorization === undefined) this.#isOpen = true;
      else {
        remember(this.#letIn, identityOf(authorization));
        this.#refused.delete(identityOf(authorization));
      }
    }
  }

  /**
   * The label of the key with which the reference accepts the client; `undefined` leaves the decision to the reference.
   */
  labelOf(
    { authentication }: Pick<BoundOperation, "authentication">,
    { method, authorization }: { readonly method: string; readonly authorization: string | undefined },
  ): KeyLabel | undefined {
    if (authorization === undefined) return this.#isOpen && !this.#asksForCredentials ? "all" : undefined;
    switch (authentication) {
      case "metrics":
        return this.#credentials.metrics === undefined ? "all" : undefined;
      case "clientCredentials":
        return this.#credentials.serviceAccount === undefined ? "all" : undefined;
      case "digest":
        return this.#labelOfKey(method, authorization);
      default:
        return authentication satisfies never;
    }
  }

  #labelOfKey(method: string, authorization: string): KeyLabel | undefined {
    const [given] = parseChallenges([authorization]);
    const scheme = given?.scheme.toLowerCase();
    const identity = identityOf(authorization);
    if (scheme === this.#tokenScheme) return this.#refused.has(identity) ? undefined : "all";
    const isLetIn = this.#letIn.has(identity);
    if (given === undefined || scheme !== "digest") return isLetIn ? "all" : undefined;
    const key = this.#keys.get(given.parameters.get("username") ?? "");
    if (key !== undefined) return isRight(given.parameters, key, method) ? key.label : undefined;
    return isLetIn || this.#keys.size === 0 ? "all" : undefined;
  }
}

/** Identifies a client: by the name of a digest, because its other parts change with each request. */
function identityOf(authorization: string): string {
  const [given] = parseChallenges([authorization]);
  return given?.scheme.toLowerCase() === "digest" ? `digest ${given.parameters.get("username") ?? ""}` : authorization;
}

/** Whether a digest was made with the password, whatever the nonce. Forms that few clients send count as right. */
function isRight(given: DigestParameters, { password }: LabelledKey, method: string): boolean {
  const value = (name: string): string => given.get(name) ?? "";
  const [named, qop] = [(given.get("algorithm") ?? "MD5").toUpperCase(), given.get("qop")];
  if ((named !== "MD5" && named !== "SHA-256") || (qop !== undefined && qop !== "auth")) return true;
  const expected = digestResponse({
    algorithm: named,
    passwordHash: passwordHash(named, value("username"), value("realm"), password),
    method,
    uri: value("uri"),
    nonce: value("nonce"),
    ...(qop !== undefined && { nc: value("nc"), cnonce: value("cnonce") }),
  });
  return value("response") === expected;
}

function remember(all: Set<string>, one: string): void {
  all.delete(one);
  all.add(one);
  const [oldest] = all;
  if (all.size > MOST && oldest !== undefined) all.delete(oldest);
}
