import { basicAuthorization } from "./auth/basic.ts";
import { digestHandshake } from "./auth/digest-handshake.ts";
import { DigestSessions } from "./auth/digest-sessions.ts";
import { TokenUnavailableError } from "./auth/token-unavailable-error.ts";
import { type Credential, credentialUse, NO_CREDENTIAL } from "./credential.ts";
import { answered, type CredentialUse, type Exchange } from "./exchange.ts";
import { InvalidRequestError } from "./invalid-request-error.ts";
import type { ConnectOptions } from "./wire/connect-options.ts";
import { callerHeaders, type HeadSettings, isCredentialHeader } from "./wire/request-head.ts";
import { splitUrl } from "./wire/target-url.ts";
import { Wire, type WireCall } from "./wire/wire.ts";
import type { WireRequest } from "./wire-request.ts";

/** A connection to one or more targets. */
export interface Connection {
  /**
   * Sends one request, plus the requests that its authentication needs, and returns the last exchange. It follows no
   * redirect and repeats nothing else. Everything that the target does comes back as a value.
   * @throws InvalidRequestError if the request cannot be sent as written, or would carry credentials to a foreign
   * origin.
   * @throws TokenUnavailableError if the bearer credential has no token to send.
   */
  send(request: WireRequest): Promise<Exchange>;
  /** Ends the requests in flight with the fault "aborted" and closes all connections. */
  close(): void;
}

/** Opens a connection, which sends nothing before the first request. */
export function connect(options: ConnectOptions): Connection {
  const wire = new Wire(options);
  const trusted = new Set(options.origins.map((url) => splitUrl(url).origin));
  const head: HeadSettings = {
    userAgent: options.userAgent ?? "plumbline",
    markRequests: options.markRequests ?? true,
  };
  const sessions = new DigestSessions(options.nonceUse ?? "kept");

  const dispatch = (request: WireRequest): Promise<Exchange> => {
    const { origin, path } = splitUrl(request.url);
    const headers = callerHeaders(request, head);
    const credential: Credential = request.credential ?? { scheme: "none" };
    const secret = credential.scheme !== "none" || headers.some(([name]) => isCredentialHeader(name));
    if (secret && !trusted.has(origin)) {
      throw new InvalidRequestError(request.url, `credentials go only to ${[...trusted].join(", ")}`);
    }
    const body = typeof request.body === "string" ? Buffer.from(request.body, "utf8") : request.body;
    const call: WireCall = { request, origin, path, headers, body };
    const use = credentialUse(credential);
    switch (credential.scheme) {
      case "none":
        return sessions.inTurn(origin, request, () => wire.leg(call, NO_CREDENTIAL));
      case "raw":
        learnRaw(credential.authorization, options.onSecret);
        return sessions.inTurn(origin, request, () => wire.leg(call, use, credential.authorization));
      case "basic":
        options.onSecret?.(credential.password, credential.username);
        return wire.leg(call, use, basicAuthorization(credential.username, credential.password));
      case "digest": {
        options.onSecret?.(credential.password, credential.username);
        const session = sessions.of(origin, credential.username, credential.password);
        return digestHandshake(session, request, path, (authorization, follows) =>
          wire.leg(call, authorization === undefined ? NO_CREDENTIAL : use, authorization, follows),
        );
      }
      case "bearer":
        return sendBearer(wire, call, credential, use, options.onSecret);
      default:
        return credential satisfies never;
    }
  };
  // Not async: an async function that returns a promise costs three more turns of the queue per request.
  const send = (request: WireRequest): Promise<Exchange> => {
    try {
      return dispatch(request);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  return { send, close: () => wire.close() };
}

/** Learns only a long token from a hand-made value. Learning a bare "Digest" would mask that word everywhere. */
function learnRaw(authorization: string, onSecret: ConnectOptions["onSecret"]): void {
  const token = /^(?:basic|bearer)[ \t]+(\S{8,})[ \t]*$/i.exec(authorization)?.[1];
  if (token !== undefined) onSecret?.(token);
}

/** Renews a refused token once. If there is no other token, the refusal is the result. */
async function sendBearer(
  wire: Wire,
  call: WireCall,
  { source, word = "Bearer" }: Extract<Credential, { scheme: "bearer" }>,
  use: CredentialUse,
  onSecret: ConnectOptions["onSecret"],
): Promise<Exchange> {
  const token = await source.token();
  onSecret?.(token);
  const exchange = await wire.leg(call, use, `${word} ${token}`);
  if (!answered(exchange) || exchange.response.status !== 401) return exchange;
  const fresh = await source.renew(token).catch((error: unknown) => {
    if (error instanceof TokenUnavailableError) return token;
    throw error;
  });
  if (fresh === token) return exchange;
  onSecret?.(fresh);
  return wire.leg(call, use, `${word} ${fresh}`, exchange.id);
}
