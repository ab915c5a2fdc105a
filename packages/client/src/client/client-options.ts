import type { InterfaceVersion, Profile } from "@plumbline/schemas";
import type { Credential } from "../credential.ts";
import type { ConnectOptions } from "../wire/connect-options.ts";

/** Keys in the words of the interface: a programmatic API key (digest), or a service account (bearer token). */
export type ClientKeys =
  | { readonly publicKey: string; readonly privateKey: string }
  | { readonly clientId: string; readonly clientSecret: string };

/** Whom the typed client talks to, and as whom. */
export interface ClientOptions {
  /** Scheme, host and port, with a path in front of `/api` where there is one. */
  readonly baseUrl: string;
  /** Where metrics discovery is served. @default baseUrl */
  readonly metricsUrl?: string;
  /** @default neutral */
  readonly profile?: Profile;
  /** Interface version of all calls that name none. @default the newest that has the operation */
  readonly version?: InterfaceVersion;
  readonly credential: Credential | ClientKeys;
  /** For metrics discovery. @default credential */
  readonly metricsCredential?: Credential;
  /** How often a 429 or 503 that carries Retry-After is tried again. @default 2 */
  readonly retries?: number;
  /** The longest Retry-After that is waited for; a longer one ends the call at once. @default 60000 */
  readonly longestWaitMs?: number;
  /** Limits, rate, TLS and the rest of the wire. */
  readonly connection?: Omit<ConnectOptions, "origins">;
}
