import type { Socket } from "node:net";
import { Client } from "undici";
import type { Limits } from "../limits.ts";
import { openSocket, type TlsSettings } from "./connector.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";

/** Settings that the connections of one origin share. */
export interface LaneSettings {
  readonly limits: Limits;
  readonly tls: TlsSettings;
  readonly proxies?: ProxySettings;
}

// Servers commonly close idle connections after 5 s, so a lane replaces a connection that was idle for 2 s.
const LONGEST_REST_MS = 2_000;

/** One connection at a time to one origin, with one request at a time. The first request opens it. */
export class Lane {
  readonly origin: string;
  readonly #settings: LaneSettings;
  #client: Client | undefined;
  #socket: Socket | undefined;
  /**
   * The request in flight, kept per lane: a set for the whole wire would be promoted by the collector, entry by entry.
   */
  current: { readonly signal: AbortSignal | undefined; abort(): void } | undefined;
  /** Connections opened so far, to tell a kept connection from a new one. */
  opened = 0;
  /** Complete answers on the open connection. */
  answers = 0;

  constructor(origin: string, settings: LaneSettings) {
    this.origin = origin;
    this.#settings = settings;
  }

  /** undici without its own time limits: those run in steps of a second, and `Transfer` keeps exact ones. */
  get client(): Client {
    this.#client ??= new Client(this.origin, {
      maxHeaderSize: this.#settings.limits.headBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: LONGEST_REST_MS,
      keepAliveMaxTimeout: LONGEST_REST_MS,
      connect: (options, callback) => {
        this.opened++;
        this.answers = 0;
        const { tls, proxies } = this.#settings;
        const proxy = proxies === undefined ? undefined : proxyFor(this.origin, proxies);
        this.#socket = openSocket(options, { tls, ...(proxy && { proxy }) }, callback);
      },
    });
    return this.#client;
  }

  /**
   * Bytes received on the open connection. 0 on a secure one, where the count would include the bytes of TLS itself.
   */
  get received(): number {
    return this.origin.startsWith("https:") ? 0 : (this.#socket?.bytesRead ?? 0);
  }

  /** True while a connection is open or opens. An idle one closes by itself. */
  get isOpen(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed;
  }

  close(): void {
    this.current?.abort();
    this.reset();
  }

  /** Drops the connection in any state; the next request opens another. */
  reset(): void {
    this.#socket?.destroy();
    this.#client?.destroy(() => undefined);
    this.#socket = undefined;
    this.#client = undefined;
    this.answers = 0;
  }
}
