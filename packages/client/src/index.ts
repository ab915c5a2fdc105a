export { type AuthorizationFields, buildAuthorization } from "./auth/authorization.ts";
export { basicAuthorization } from "./auth/basic.ts";
export { type Challenge, parseChallenges } from "./auth/challenge.ts";
export { type DigestAlgorithm, type DigestInput, digestResponse, nonceCount, passwordHash } from "./auth/digest.ts";
export { type DigestChallenge, digestChallenge } from "./auth/digest-challenge.ts";
export type { NonceUse } from "./auth/digest-session.ts";
export { type TokenSourceOptions, tokenSource } from "./auth/token.ts";
export { TokenUnavailableError } from "./auth/token-unavailable-error.ts";
export { ApiError } from "./client/api-error.ts";
export type { CallArguments, CallSettings } from "./client/call-types.ts";
export type { ClientKeys, ClientOptions } from "./client/client-options.ts";
export { InvalidCallError } from "./client/invalid-call-error.ts";
export { retryAfterMilliseconds } from "./client/retry-after-milliseconds.ts";
export { TransportError } from "./client/transport-error.ts";
export { type CallResult, type Client, createClient } from "./client.ts";
export { ClientError } from "./client-error.ts";
export { type Connection, connect } from "./connect.ts";
export { type Credential, credentialUse } from "./credential.ts";
export { curlLine } from "./curl.ts";
export {
  type Answer,
  answered,
  type CredentialUse,
  type Exchange,
  type HeaderList,
  headerValue,
  headerValues,
  type Reach,
  type TransportFault,
  type TransportFaultKind,
} from "./exchange.ts";
export { InvalidRequestError } from "./invalid-request-error.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export { Redactor } from "./redact.ts";
export { steadyNow } from "./steady-now.ts";
export type { TokenSource } from "./token-source.ts";
export { BodyReader } from "./wire/body-reader.ts";
export type { ConnectOptions } from "./wire/connect-options.ts";
export type { TlsSettings } from "./wire/connector.ts";
export { ContentDecoder, codingsOf } from "./wire/content-coding.ts";
export type { JsonBounds } from "./wire/json-bounds.ts";
export { parseJson } from "./wire/json-text.ts";
export { pause } from "./wire/pause.ts";
export { type ProxySettings, proxyFor } from "./wire/proxy.ts";
export type { WireRequest } from "./wire-request.ts";
