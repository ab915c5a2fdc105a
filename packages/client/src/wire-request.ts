import type { Credential } from "./credential.ts";
import type { HeaderList } from "./exchange.ts";

/** One request to put on the wire exactly as written. */
export interface WireRequest {
  readonly method: string;
  /** Absolute. What follows the origin is sent as it stands, percent-escapes and dot segments included; a fragment is not sent. */
  readonly url: string;
  readonly headers?: HeaderList | Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. */
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
  /** Waits for no other request: where every connection is in use it has one more. @default false */
  readonly urgent?: boolean;
  /** Milliseconds from being put on the wire to its end, where that is less than the connection's limit `totalMs`. */
  readonly withinMs?: number;
  /** Ends the request with the fault "aborted". */
  readonly signal?: AbortSignal;
}
