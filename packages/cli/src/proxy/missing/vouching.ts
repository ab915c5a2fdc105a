import { digestResponse, parseChallenges, passwordHash } from "@plumbline/client";
import type { Credentials } from "@plumbline/conformance";
import type { KeyLabel } from "@plumbline/reference";
import type { BoundOperation } from "@plumbline/schemas";
import { type LabelledKey, labelledKeys } from "./labelled-keys.ts";

/** Of so many callers it is remembered whether they were let in. */
const MOST = 1_000;

type Parameters = ReadonlyMap<string, string>;

/**
 * As whom another server is to let in who speaks with a target. A digest is for one server's nonce, and a token of one
 * server is nothing to the other, so that somebody has to vouch for them:
 * - for a key that the target file names, where its digest is right, as the key with the same role;
 * - for another key, where the target has let it in, or no key is named; for a token, unless the target has refused it;
 * - for nobody who brings no credentials: a client that waits to be challenged is to be. Only of a target that
 *   is known to let everybody in, by its answers or because no credentials of it are named and it has asked for none, all are let in.
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

  /** Hears how the target answered somebody. */
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

  /** The label of the key as which somebody is to be let in; `undefined` where that is the other server's to decide. */
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

/** Who it is: of a digest the name, as all else is another each time. */
function identityOf(authorization: string): string {
  const [given] = parseChallenges([authorization]);
  return given?.scheme.toLowerCase() === "digest" ? `digest ${given.parameters.get("username") ?? ""}` : authorization;
}

/** Whether a digest was made with the password, whatever the nonce; a form that few clients send is taken for right. */
function isRight(given: Parameters, { password }: LabelledKey, method: string): boolean {
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
