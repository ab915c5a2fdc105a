import type { NonceUse } from "../auth/digest-session.ts";
import type { Exchange } from "../exchange.ts";
import type { Limits } from "../limits.ts";
import type { TlsSettings } from "./connector.ts";
import type { JsonBounds } from "./json-bounds.ts";
import type { ProxySettings } from "./proxy.ts";

/** How a connection to a target is opened, and what may be sent on it. */
export interface ConnectOptions extends TlsSettings {
  /** URLs whose origins may be sent credentials; a request with credentials to any other is refused before it is sent. */
  readonly origins: readonly string[];
  readonly limits?: Partial<Limits>;
  /** @default none: the environment is not looked at */
  readonly proxies?: ProxySettings;
  /** Connections per origin, which is also how many requests are in flight at most. @default 16 */
  readonly connections?: number;
  /** @default "plumbline" */
  readonly userAgent?: string;
  /** Sends `X-Plumbline-Check` with requests that name a check. @default true */
  readonly markRequests?: boolean;
  /** Hears of every exchange as it ends, challenges and repeats included, in order within one `send`. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Is told the secret of every credential before it is first sent: `redactor.learn`. */
  readonly onSecret?: (secret: string, username?: string) => void;
  /** Is told every Authorization value before it is sent: `redactor.sent`. */
  readonly onAuthorization?: (value: string) => void;
  /** What is kept of a body of more than 64 KiB, whose text is then its beginning. @default all of it */
  readonly bounds?: JsonBounds;
  /** Requests per second over all origins, evenly spaced. @default unlimited */
  readonly rate?: number;
  /** @default "kept" */
  readonly nonceUse?: NonceUse;
  /** Milliseconds since the Unix epoch, for `startedAt`. @default steadyNow */
  readonly now?: () => number;
  /** Exchange ids are this and a number. @default "x" */
  readonly idPrefix?: string;
}
