import type { Credential } from "./credential.ts";
import type { HeaderList } from "./exchange.ts";

/** One request, which the client sends exactly as written. */
export interface WireRequest {
  readonly method: string;
  /**
   * Absolute. The client sends everything after the origin unchanged, with percent-escapes and dot segments, but
   * without the fragment.
   */
  readonly url: string;
  readonly headers?: HeaderList | Readonly<Record<string, string>>;
  /** A string is sent as UTF-8. */
  readonly body?: string | Uint8Array;
  /** @default { scheme: "none" } */
  readonly credential?: Credential;
  /** Recorded with the exchange. */
  readonly operation?: string;
  readonly version?: string;
  /** Recorded with the exchange, and sent as `X-Plumbline-Check` unless the connection's `markRequests` is false. */
  readonly check?: string;
  /** Opens a connection for this request alone. @default false */
  readonly freshConnection?: boolean;
  /**
   * Requests with the same object share one connection, which carries no other request. Send them one after another.
   * The connection closes once it is idle for 2 s.
   */
  readonly connection?: object;
  /** Waits for no other request: if every connection is in use, it opens another. @default false */
  readonly urgent?: boolean;
  /** Milliseconds from sending to the end of the answer, if less than the connection's limit `totalMs`. */
  readonly withinMs?: number;
  /** Ends the request with the fault "aborted". */
  readonly signal?: AbortSignal;
}
