import { setMaxListeners } from "node:events";
import type { Dispatcher } from "undici";
import {
  type Answer,
  type CredentialUse,
  type Exchange,
  type HeaderList,
  headerValue,
  type TransportFault,
  type TransportFaultKind,
} from "../exchange.ts";
import { InvalidRequestError } from "../invalid-request-error.ts";
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";
import { steadyNow } from "../steady-now.ts";
import type { WireRequest } from "../wire-request.ts";
import { AbortListeners } from "./abort-listeners.ts";
import { type BodyReadSettings, type Received, readAnswer } from "./answer.ts";
import { BodyReader } from "./body-reader.ts";
import type { ConnectOptions } from "./connect-options.ts";
import { ContentDecoder } from "./content-coding.ts";
import type { Lane, LaneSettings } from "./lane.ts";
import { LanePool } from "./lane-pool.ts";
import { LargeRoom } from "./large-room.ts";
import { pause } from "./pause.ts";
import { Rate } from "./rate.ts";
import { requestHead, wireText } from "./request-head.ts";
import { Transfer, type TransferResult, type TransferSettings } from "./transfer.ts";

/** A request, split once for all its legs. */
export interface WireCall {
  readonly request: WireRequest;
  readonly origin: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
}

/** Sends single requests and records each. It handles lanes, limits and the rate, but not authentication. */
export class Wire {
  readonly #transfers: TransferSettings;
  readonly #reading: BodyReadSettings;
  readonly #settings: LaneSettings;
  readonly #connections: number;
  readonly #rate: Rate | undefined;
  readonly #now: () => number;
  readonly #prefix: string;
  readonly #onExchange: ((exchange: Exchange) => void) | undefined;
  readonly #onAuthorization: ((value: string) => void) | undefined;
  readonly #pools = new Map<string, LanePool>();
  readonly #listeners = new AbortListeners((signal) => {
    for (const pool of this.#pools.values()) pool.abort(signal);
  });
  #count = 0;
  readonly #closing = new AbortController();

  constructor(options: ConnectOptions) {
    const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#transfers = { limits, room: new LargeRoom(limits.wireBytes, limits.bodyMs / 2) };
    this.#reading = {
      bodyBytes: limits.bodyBytes,
      reader: new BodyReader(options.bounds),
      decoder: new ContentDecoder(),
    };
    const { ca, rejectUnauthorized, proxies } = options;
    const tls = { ...(ca !== undefined && { ca }), ...(rejectUnauthorized !== undefined && { rejectUnauthorized }) };
    this.#settings = { limits, tls, ...(proxies && { proxies }) };
    this.#connections = options.connections ?? 16;
    this.#rate = options.rate === undefined ? undefined : new Rate(options.rate);
    this.#now = options.now ?? steadyNow;
    this.#prefix = options.idPrefix ?? "x";
    this.#onExchange = options.onExchange;
    this.#onAuthorization = options.onAuthorization;
    // Every request that waits for the rate listens to this signal.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Sends one leg of a request. */
  async leg(call: WireCall, credential: CredentialUse, authorization?: string, follows?: string): Promise<Exchange> {
    const { request, origin, path, headers, body } = call;
    const head = requestHead(request, origin, headers, authorization, body?.byteLength);
    if (this.#onAuthorization !== undefined) {
      const sent = authorization ?? headerValue(headers, "authorization");
      if (sent !== undefined) this.#onAuthorization(sent);
    }
    const options: Dispatcher.DispatchOptions = {
      method: request.method,
      path: wireText(path),
      headers: head.flat,
      body: body ?? null,
    };
    // Every await costs as much as a hash, so the code awaits only if it must.
    const lane = this.#freeLane(origin, request) ?? (await this.#lane(origin, request));
    const id = `${this.#prefix}${++this.#count}`;
    const startedAt = this.#now();
    const begun = performance.now();
    const result = lane === undefined ? NOT_SENT : await this.#transfer(lane, options, request);
    if ("refusal" in result) throw new InvalidRequestError(request.url, result.refusal);
    const read = "fault" in result ? result : this.#read(result);
    const response = read instanceof Promise ? await read : read;
    const exchange: Exchange = {
      id,
      ...labelsOf(request),
      request: {
        method: request.method,
        url: request.url,
        headers: head.recorded,
        ...(body !== undefined && { body: typeof request.body === "string" ? request.body : textOf(body) }),
        credential,
      },
      response,
      startedAt,
      milliseconds: performance.now() - begun,
      ...(follows !== undefined && { follows }),
    };
    this.#onExchange?.(exchange);
    return exchange;
  }

  /** Reads the received answer, then frees the buffer in which it was collected. */
  #read(received: Received): Answer | TransportFault | Promise<Answer | TransportFault> {
    const read = readAnswer(received, this.#reading);
    if (read instanceof Promise) return read.finally(() => received.release());
    received.release();
    return read;
  }

  close(): void {
    this.#closing.abort();
    for (const pool of this.#pools.values()) pool.close();
  }

  /** A lane that is free at once. */
  #freeLane(origin: string, { signal, connection }: WireRequest): Lane | undefined {
    if (this.#rate !== undefined || this.#closing.signal.aborted || signal?.aborted) return undefined;
    const pool = this.#pool(origin);
    return connection === undefined ? pool.take() : pool.dedicated(connection);
  }

  /** Waits for the rate and for a free lane; `undefined` if the request was aborted meanwhile. */
  async #lane(origin: string, { signal, urgent, connection }: WireRequest): Promise<Lane | undefined> {
    const wait = this.#rate?.take(performance.now()) ?? 0;
    if (wait > 0) await pause(wait, signal, this.#closing.signal);
    if (this.#closing.signal.aborted || signal?.aborted) return undefined;
    const pool = this.#pool(origin);
    if (connection !== undefined) return pool.dedicated(connection);
    return pool.take() ?? (urgent ? pool.extra() : undefined) ?? pool.wait(signal);
  }

  #pool(origin: string): LanePool {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const pool = new LanePool(origin, this.#connections, this.#settings);
    this.#pools.set(origin, pool);
    return pool;
  }

  #transfer(
    lane: Lane,
    options: Dispatcher.DispatchOptions,
    { signal, freshConnection, withinMs }: WireRequest,
  ): Promise<TransferResult> {
    if (freshConnection) lane.reset();
    if (signal) this.#listeners.enter(signal);
    const pool = this.#pool(lane.origin);
    const began = performance.now();
    const fresh = lane.answers === 0;
    return new Promise((resolve) => {
      const transfer = new Transfer(lane, within(this.#transfers, withinMs), signal, (result) => {
        if (signal) this.#listeners.leave(signal);
        if (!("fault" in result)) pool.noteAnswer();
        else if (fresh && CROWDED.has(result.fault)) pool.shrink(lane, began);
        if (freshConnection) lane.reset();
        pool.release(lane);
        resolve(result);
      });
      transfer.start(options);
    });
  }
}

function within(settings: TransferSettings, milliseconds = Number.POSITIVE_INFINITY): TransferSettings {
  const { limits } = settings;
  return milliseconds >= limits.totalMs ? settings : { ...settings, limits: { ...limits, totalMs: milliseconds } };
}

/** The labels as one object, because spreading each separately costs as much as a hash. */
function labelsOf({ operation, version, check }: WireRequest): Pick<Exchange, "operation" | "version" | "check"> {
  const labels: { operation?: string; version?: string; check?: string } = {};
  if (operation !== undefined) labels.operation = operation;
  if (version !== undefined) labels.version = version;
  if (check !== undefined) labels.check = check;
  return labels;
}

/** Faults by which a server may reject a connection beyond its capacity. */
const CROWDED: ReadonlySet<TransportFaultKind> = new Set(["refused", "reset", "connect-timeout", "head-timeout"]);

const NOT_SENT: TransportFault = { fault: "aborted", message: "the request was aborted before it was sent" };

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
