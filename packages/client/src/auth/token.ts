import type { Credential } from "../credential.ts";
import { answered, type Exchange } from "../exchange.ts";
import type { TokenSource } from "../token-source.ts";
import type { WireRequest } from "../wire-request.ts";
import { TokenUnavailableError } from "./token-unavailable-error.ts";

/** The token endpoint, and the account that asks it. */
export interface TokenSourceOptions {
  readonly send: (request: WireRequest) => Promise<Exchange>;
  readonly baseUrl: string;
  /** Client id and secret of a service account. */
  readonly account: Extract<Credential, { scheme: "basic" }>;
  /** Below `baseUrl`. @default "/api/oauth/token" */
  readonly path?: string;
  /** How long before its expiry a token is no longer used; at most a tenth of its lifetime. @default 30000 */
  readonly skewMs?: number;
  /** Milliseconds since the Unix epoch. @default Date.now */
  readonly now?: () => number;
  /** Receives every token: the place to teach a `Redactor`. */
  readonly onToken?: (token: string) => void;
  readonly signal?: AbortSignal;
}

interface Held {
  readonly token: string;
  readonly until: number;
}

/**
 * Tokens of the client-credentials grant (RFC 6749, section 4.4). All callers that wait share one request. The source
 * keeps a token until shortly before `expires_in` runs out. It keeps a token without a usable `expires_in` until the
 * target refuses it.
 */
export function tokenSource(options: TokenSourceOptions): TokenSource {
  const { now = Date.now, onToken } = options;
  let held: Held | undefined;
  let asking: Promise<Held> | undefined;

  const ask = (): Promise<Held> => {
    asking ??= fetchToken(options, now).then(
      (fresh) => {
        held = fresh;
        asking = undefined;
        onToken?.(fresh.token);
        return fresh;
      },
      (error: unknown) => {
        asking = undefined;
        throw error;
      },
    );
    return asking;
  };
  return {
    token: async () => (held !== undefined && now() < held.until ? held : await ask()).token,
    renew: async (refused) => {
      if (held !== undefined && held.token !== refused && now() < held.until) return held.token;
      return (await ask()).token;
    },
  };
}

async function fetchToken(options: TokenSourceOptions, now: () => number): Promise<Held> {
  const { send, baseUrl, account, path = "/api/oauth/token", skewMs = 30_000, signal } = options;
  const asked = now();
  const exchange = await send({
    method: "POST",
    url: baseUrl + path,
    headers: [
      ["accept", "application/json"],
      ["content-type", "application/x-www-form-urlencoded"],
    ],
    body: "grant_type=client_credentials",
    credential: account,
    operation: "issueServiceToken",
    version: "standalone",
    ...(signal && { signal }),
  });
  const json = answered(exchange) && exchange.response.status === 200 ? exchange.response.json : undefined;
  const token = member(json, "access_token");
  if (typeof token !== "string" || token === "") throw new TokenUnavailableError(exchange);
  const seconds = member(json, "expires_in");
  const life = typeof seconds === "number" && seconds > 0 ? seconds * 1000 : Number.POSITIVE_INFINITY;
  return { token, until: asked + life - Math.min(skewMs, life / 10) };
}

function member(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null
    ? Object.entries(json).find(([key]) => key === name)?.[1]
    : undefined;
}
