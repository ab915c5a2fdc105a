import type { Behaviour } from "../decisions/behaviour.ts";
import type { Grant } from "../decisions/grant.ts";
import type { Incoming } from "../http/incoming.ts";
import type { KeyLabel } from "../key-labels.ts";
import { type ApiKey, everyRole } from "../keys.ts";
import { Refusal } from "../refusal.ts";
import type { MetricsCredentials } from "../secrets.ts";
import type { World } from "../world/world.ts";
import { type BasicCredentials, parseBasic, parseDigest, splitAuthorization } from "./authorization.ts";
import { checkDigest, type KeyRing, REALM } from "./digest.ts";
import type { Nonces } from "./nonces.ts";
import type { RequestLimit, ServiceAccount, Tokens } from "./service-accounts.ts";
import { vouchedLabel } from "./vouching.ts";

/** The authenticated sender of a request. */
export type Caller =
  | { readonly kind: "key" | "token"; readonly username: string; readonly grant: Grant }
  | { readonly kind: "metrics"; readonly orgId: string }
  /** `counter` is the key under which the request counts against the limit; without one, it does not count. */
  | { readonly kind: "client"; readonly account: ServiceAccount; readonly counter?: string };

/** The credentials and settings that decide who may call the server. */
export interface AuthContext {
  readonly keys: KeyRing;
  readonly mainKey: ApiKey;
  readonly nonces: Nonces;
  readonly tokens: Tokens;
  readonly tokenScheme: string;
  readonly accounts: readonly ServiceAccount[];
  readonly limit: RequestLimit;
  readonly metrics: MetricsCredentials;
  readonly world: World;
  readonly behaviour: Behaviour;
  readonly byLabel: Readonly<Record<KeyLabel, ApiKey>>;
  /** The secret of a caller that may vouch for others. */
  readonly vouching: string | undefined;
}

/**
 * Authenticates requests to the main interface: a key by digest, the token of a service account, or a vouched request.
 */
export function admitToService(auth: AuthContext, request: Incoming, anonymous: boolean): Caller | Refusal {
  const caller = admitByCredentials(auth, request, anonymous);
  const label = caller instanceof Refusal ? vouchedLabel(auth.vouching, request) : undefined;
  return label === undefined ? caller : keyHolder(auth.byLabel[label]);
}

function admitByCredentials(auth: AuthContext, request: Incoming, anonymous: boolean): Caller | Refusal {
  const header = request.header("authorization");
  if (header === undefined) return anonymous ? keyHolder(auth.mainKey) : challenge(auth, false);
  const split = splitAuthorization(header);
  if (split?.scheme === auth.tokenScheme.toLowerCase()) return admitToken(auth, request, split.rest);
  const basic = split?.scheme === "basic" ? parseBasic(header) : undefined;
  if (basic !== undefined && opens(auth, basic)) return keyHolder(auth.mainKey);
  const credentials = split?.scheme === "digest" ? parseDigest(split.rest) : undefined;
  if (credentials === undefined) return challenge(auth, false, auth.behaviour.unreadableStatus(header));
  const verdict = checkDigest(credentials, request, auth);
  switch (verdict.kind) {
    case "accepted":
      return keyHolder(verdict.key);
    case "unknown-key":
      return challenge(auth, false, auth.behaviour.unknownKeyStatus());
    case "refused":
      return challenge(auth, verdict.stale);
    default:
      return verdict satisfies never;
  }
}

/** Whether the main interface accepts these Basic credentials. A correct server accepts none. */
const opens = ({ accounts, behaviour, metrics }: AuthContext, given: BasicCredentials): boolean =>
  [metrics, ...accounts.map(({ clientId, clientSecret }) => ({ username: clientId, password: clientSecret }))].some(
    (known) => behaviour.basicOpens(given, known),
  );

/** The caller with this key. */
export function keyHolder(key: ApiKey): Caller {
  return { kind: "key", username: key.publicKey, grant: key };
}

function admitToken(auth: AuthContext, request: Incoming, token: string): Caller | Refusal {
  const account = auth.tokens.holder(auth.behaviour.tokenIn(token));
  if (account === undefined) return challenge(auth, false);
  if (!auth.behaviour.addressAllowed(account.accessList, request.address)) {
    return new Refusal(403, "ACCESS_FORBIDDEN", "The service account may not be used from this address.");
  }
  return { kind: "token", username: account.clientId, grant: account.grant ?? everyRole(auth.world) };
}

function challenge(auth: AuthContext, stale: boolean, status = 401): Refusal {
  const value = auth.behaviour.challenge(REALM, auth.nonces.issue(), stale);
  return new Refusal(status, "UNAUTHORIZED", "The request carries no valid credentials.", {
    ...(value !== undefined && { "WWW-Authenticate": value }),
  });
}

/** Authenticates requests to metrics discovery: the metrics user of the first organization, by Basic. */
export function admitToMetrics(auth: AuthContext, request: Incoming, anonymous: boolean): Caller | Refusal {
  const header = request.header("authorization");
  const given = parseBasic(header);
  const known = given !== undefined && auth.behaviour.metricsUserMatches(given, auth.metrics);
  const isVouched = !known && vouchedLabel(auth.vouching, request) !== undefined;
  if (known || isVouched || (anonymous && header === undefined)) return { kind: "metrics", orgId: auth.world.orgId };
  return new Refusal(401, "UNAUTHORIZED", "The request carries no valid credentials.", {
    "WWW-Authenticate": 'Basic realm="Metrics discovery", charset="UTF-8"',
  });
}

/**
 * Authenticates requests to the token endpoint. A known client counts against its limit before its secret is checked.
 */
export function admitToTokens(auth: AuthContext, request: Incoming): Caller | Refusal {
  const given = parseBasic(request.header("authorization"));
  const account = auth.accounts.find(({ clientId }) => clientId === given?.username);
  if (given === undefined || account === undefined) {
    const [first] = auth.accounts;
    const isVouched = first !== undefined && vouchedLabel(auth.vouching, request) !== undefined;
    return isVouched ? { kind: "client", account: first } : unknownClient();
  }
  const counter = auth.behaviour.tokenCounter(account.clientId, request.query);
  const wait = auth.limit.take(counter, auth.behaviour);
  if (wait > 0) {
    const retryAfter = auth.behaviour.retryAfter(wait);
    return new Refusal(429, "rate_limited", "This resource takes 10 requests every minute.", {
      ...(retryAfter !== undefined && { "Retry-After": retryAfter }),
    });
  }
  if (!auth.behaviour.secretMatches(given.password, account.clientSecret)) return unknownClient();
  if (!auth.behaviour.addressAllowed(account.accessList, request.address)) {
    return new Refusal(403, "access_denied", "The IP access list of the service account leaves this address out.");
  }
  return { kind: "client", account, counter };
}

function unknownClient(): Refusal {
  return new Refusal(401, "invalid_client", "The client id or the client secret is not valid.", {
    "WWW-Authenticate": 'Basic realm="Service account tokens"',
  });
}
