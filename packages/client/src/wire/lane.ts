import type { Socket } from "node:net";
import { Client } from "undici";
import type { Limits } from "../limits.ts";
import { openSocket, type TlsSettings } from "./connector.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";

/** What the connections of one origin share. */
export interface LaneSettings {
  readonly limits: Limits;
  readonly tls: TlsSettings;
  readonly proxies?: ProxySettings;
}

// Servers commonly close idle connections after 5 s; one that rests for 2 s is replaced rather than raced for.
const LONGEST_REST_MS = 2_000;

/** One connection at a time to one origin, carrying one request at a time; opened when first used. */
export class Lane {
  readonly origin: string;
  readonly #settings: LaneSettings;
  #client: Client | undefined;
  #socket: Socket | undefined;
  /** The request in flight. A set of all of them for the whole wire would be promoted by the collector, entry by entry. */
  current: { readonly signal: AbortSignal | undefined; abort(): void } | undefined;
  /** Connections opened so far: tells a kept connection from a new one. */
  opened = 0;
  /** Answers that came whole on the connection that is open. */
  answers = 0;

  constructor(origin: string, settings: LaneSettings) {
    this.origin = origin;
    this.#settings = settings;
  }

  /** undici without its own time limits: they run in steps of a second, and `Transfer` keeps exact ones. */
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

  /** Bytes that came on the connection that is open; of a secure one they are not told apart from its own. */
  get received(): number {
    return this.origin.startsWith("https:") ? 0 : (this.#socket?.bytesRead ?? 0);
  }

  close(): void {
    this.current?.abort();
    this.reset();
  }

  /** Drops the connection, in whatever state it is; the next request opens another. */
  reset(): void {
    this.#socket?.destroy();
    this.#client?.destroy(() => undefined);
    this.#socket = undefined;
    this.#client = undefined;
    this.answers = 0;
  }
}
