import type { NonceUse } from "../auth/digest-session.ts";
import type { Exchange } from "../exchange.ts";
import type { Limits } from "../limits.ts";
import type { TlsSettings } from "./connector.ts";
import type { JsonBounds } from "./json-bounds.ts";
import type { ProxySettings } from "./proxy.ts";

/** Settings of a connection to a target, and the limits of what it sends. */
export interface ConnectOptions extends TlsSettings {
  /**
   * The client sends credentials only to the origins of these URLs, and refuses a request with credentials to any
   * other.
   */
  readonly origins: readonly string[];
  readonly limits?: Partial<Limits>;
  /** @default none: the client does not read the environment */
  readonly proxies?: ProxySettings;
  /** Connections per origin, and so the most requests in flight. @default 16 */
  readonly connections?: number;
  /** @default "plumbline" */
  readonly userAgent?: string;
  /** Sends `X-Plumbline-Check` with requests that name a check. @default true */
  readonly markRequests?: boolean;
  /** Receives every exchange when it ends, with challenges and repeats, in order within one `send`. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Receives the secret of every credential before it is first sent: `redactor.learn`. */
  readonly onSecret?: (secret: string, username?: string) => void;
  /** Receives every Authorization value before it is sent: `redactor.learnAuthorization`. */
  readonly onAuthorization?: (value: string) => void;
  /**
   * The bounds for bodies of more than 64 KiB; of their text only the beginning is kept. @default everything is kept
   */
  readonly bounds?: JsonBounds;
  /** Requests per second over all origins, evenly spaced. @default unlimited */
  readonly rate?: number;
  /** @default "kept" */
  readonly nonceUse?: NonceUse;
  /** Milliseconds since the Unix epoch, for `startedAt`. @default steadyNow */
  readonly now?: () => number;
  /** The prefix of exchange ids; a number follows. @default "x" */
  readonly idPrefix?: string;
}
