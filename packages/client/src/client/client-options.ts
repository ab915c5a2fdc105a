import type { InterfaceVersion, Profile } from "@plumbline/schemas";
import type { Credential } from "../credential.ts";
import type { ConnectOptions } from "../wire/connect-options.ts";

/** Keys with the names that the interface uses: a programmatic API key (digest) or a service account (bearer token). */
export type ClientKeys =
  | { readonly publicKey: string; readonly privateKey: string }
  | { readonly clientId: string; readonly clientSecret: string };

/** The service that the typed client calls, and the credentials. */
export interface ClientOptions {
  /** Scheme, host and port, with the path in front of `/api` if there is one. */
  readonly baseUrl: string;
  /** The address of metrics discovery. @default baseUrl */
  readonly metricsUrl?: string;
  /** @default neutral */
  readonly profile?: Profile;
  /** Interface version of all calls that name none. @default the newest that has the operation */
  readonly version?: InterfaceVersion;
  readonly credential: Credential | ClientKeys;
  /** For metrics discovery. @default credential */
  readonly metricsCredential?: Credential;
  /**
   * How often the client repeats a request after a 429 or 503 with Retry-After. It repeats writes too, because with such
   * an answer a server says that it did not carry the request out. It repeats nothing after any other answer, or after
   * none. @default 2
   */
  readonly retries?: number;
  /** The longest Retry-After that the client waits for. A longer one ends the call at once. @default 60000 */
  readonly longestWaitMs?: number;
  /** Limits, rate, TLS and the other options of the connection. */
  readonly connection?: Omit<ConnectOptions, "origins">;
}
