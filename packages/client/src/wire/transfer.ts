import type { Dispatcher } from "undici";
import type { HeaderList, TransportFault, TransportFaultKind } from "../exchange.ts";
import type { Limits } from "../limits.ts";
import type { Received } from "./answer.ts";
import { BodyBuffer } from "./body-buffer.ts";
import { faultOf, isRefusal } from "./fault.ts";
import type { Lane } from "./lane.ts";
import type { LargeRoom } from "./large-room.ts";

/** An answer, the fault in its place, or the reason why undici refused the request. */
export type TransferResult = Received | TransportFault | { readonly refusal: string };

/** Settings that all transfers share. */
export interface TransferSettings {
  readonly limits: Limits;
  readonly room: LargeRoom;
}

type Phase = "connect" | "head" | "body";

/** Timers of an idle process are late by fewer milliseconds than this. */
const BUSY = 20;

/**
 * One request and its answer on one lane, within limits of time and size. The class is undici's handler and uses the
 * raw callbacks: only they deliver the head as bytes. The others sort it into an object, which loses order, case and
 * repetition.
 */
export class Transfer implements Dispatcher.DispatchHandler {
  readonly #lane: Lane;
  readonly #limits: Limits;
  readonly #settle: (result: TransferResult) => void;
  /** The signal that aborts this transfer, if any. The owner of the listener calls `abort`. */
  readonly signal: AbortSignal | undefined;
  readonly #openedBefore: number;
  readonly #receivedBefore: number;
  #endAt: number;
  readonly #body: BodyBuffer;
  readonly #room: LargeRoom;
  #inRoom = false;
  /** Ends the wait for the room. */
  #leave: (() => void) | undefined;
  #resume: () => void = () => undefined;
  #phase: Phase = "connect";
  #phaseEndAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #isGraced = false;
  #settled = false;
  #status = 0;
  #head: readonly Buffer[] = [];

  constructor(
    lane: Lane,
    { limits, room }: TransferSettings,
    signal: AbortSignal | undefined,
    settle: (result: TransferResult) => void,
  ) {
    this.#lane = lane;
    this.#limits = limits;
    this.#room = room;
    this.#settle = settle;
    this.signal = signal;
    this.#openedBefore = lane.opened;
    this.#receivedBefore = lane.received;
    this.#endAt = performance.now() + limits.totalMs;
    this.#body = new BodyBuffer(limits.wireBytes);
  }

  start(options: Dispatcher.DispatchOptions): void {
    this.#enter("connect", this.#limits.connectMs);
    if (this.signal?.aborted) {
      this.abort();
      return;
    }
    this.#lane.current = this;
    this.#lane.client.dispatch(options, this);
  }

  onConnect(): void {
    this.#enter("head", this.#limits.headMs);
  }

  onHeaders(status: number, head: Buffer[], resume: () => void): boolean {
    // The real head follows a 1xx; the time limit of the head continues.
    if (status < 200) return true;
    this.#status = status;
    this.#head = head;
    this.#resume = resume;
    this.#enter("body", this.#limits.bodyMs);
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.#settled || !this.#body.outgrows(chunk.length)) return this.#append(chunk);
    const room = this.#room.take();
    if (room !== undefined) {
      this.#enterRoom(room);
      return this.#append(chunk);
    }
    this.#waitWith(chunk);
    return false;
  }

  onComplete(): void {
    const release = (): void => this.#giveRoom();
    this.#finish({ status: this.#status, headers: headerList(this.#head), body: this.#body.bytes(), release });
  }

  #append(chunk: Buffer): boolean {
    if (!this.#body.append(chunk)) {
      this.#fail("body-too-large", `the body exceeds ${this.#limits.wireBytes} bytes on the wire`);
    }
    return true;
  }

  #enterRoom(room: Buffer | undefined): void {
    this.#inRoom = room !== undefined;
    this.#body.move(room);
  }

  /** Stops reading until the room is free. The clock stops, because this wait is not the target's fault. */
  #waitWith(chunk: Buffer): void {
    const since = performance.now();
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
    this.#leave = this.#room.wait((room) => {
      this.#leave = undefined;
      const waited = performance.now() - since;
      this.#endAt += waited;
      this.#phaseEndAt += waited;
      this.#arm();
      this.#enterRoom(room);
      this.#append(chunk);
      this.#resume();
    });
  }

  #giveRoom(): void {
    if (this.#inRoom) this.#room.give();
    this.#inRoom = false;
  }

  onError(error: Error): void {
    if (isRefusal(error)) {
      this.#finish({ refusal: error.message });
      return;
    }
    // undici rejects a 204 or 304 with a Content-Length, but these have no body, whatever the head announces.
    if ((this.#status === 204 || this.#status === 304) && this.#body.length === 0) {
      this.onComplete();
      return;
    }
    this.#finish(
      faultOf(error, {
        origin: this.#lane.origin,
        phase: this.#phase,
        reused: this.#openedBefore > 0 && this.#lane.opened === this.#openedBefore,
        heard: this.#status !== 0 || this.#lane.received !== this.#receivedBefore,
      }),
    );
  }

  /** Ends the transfer with the fault "aborted"; has no effect after its end. */
  abort(): void {
    this.#fail("aborted", "the request was aborted before the answer was complete");
  }

  /**
   * Each phase has its own deadline, but one timer serves them all. A phase with an earlier deadline moves the timer
   * forward, and a timer that fires early is set again. This needs one timer per request instead of three.
   */
  #enter(phase: Phase, milliseconds: number): void {
    this.#phase = phase;
    this.#isGraced = false;
    this.#phaseEndAt = Math.min(performance.now() + milliseconds, this.#endAt);
    if (this.#phaseEndAt < this.#timerAt) this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timerAt = this.#phaseEndAt;
    this.#timer = setTimeout(tick, Math.max(0, Math.ceil(this.#phaseEndAt - performance.now())), this);
  }

  /** The timer fired, perhaps too early. */
  tick(): void {
    if (this.#settled || this.#leave !== undefined) return;
    const now = performance.now();
    if (now < this.#phaseEndAt - 1) {
      this.#arm();
      return;
    }
    if (!this.#isGraced) {
      this.#grace(now - this.#phaseEndAt);
      return;
    }
    if (this.#phaseEndAt === this.#endAt) {
      this.#fail(
        "total-timeout",
        `not finished within ${this.#limits.totalMs} ms, stopped in the phase "${this.#phase}"`,
      );
      return;
    }
    const kind = `${this.#phase}-timeout` as const;
    this.#fail(kind, `the phase "${this.#phase}" took more than ${this.#limits[`${this.#phase}Ms`]} ms`);
  }

  /**
   * Gives the target one more chance, once per phase. While this process was busy, neither its timers nor its sockets
   * ran, and the timers run first, so bytes may already be here unread. If the timer was late by `BUSY` milliseconds or
   * more, the target gets that time again.
   */
  #grace(late: number): void {
    this.#isGraced = true;
    if (late < BUSY) {
      setImmediate(tick, this);
      return;
    }
    if (this.#phaseEndAt === this.#endAt) this.#endAt += 2 * late;
    this.#phaseEndAt += 2 * late;
    this.#arm();
  }

  #fail(fault: TransportFaultKind, message: string): void {
    const unsent = this.#phase === "connect" && fault !== "aborted";
    this.#finish({ fault, message: `${this.#lane.origin}: ${message}`, ...(unsent && { reach: "unsent" }) });
  }

  #finish(result: TransferResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#lane.current = undefined;
    clearTimeout(this.#timer);
    this.#leave?.();
    if (!("release" in result)) this.#giveRoom();
    // After a fault, the state of the connection is unknown.
    if ("fault" in result) this.#lane.reset();
    else this.#lane.answers += 1;
    this.#settle(result);
  }
}

function tick(transfer: Transfer): void {
  transfer.tick();
}

function headerList(head: readonly Buffer[]): HeaderList {
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < head.length; at += 2) {
    list.push([(head[at] ?? EMPTY).toString("latin1"), (head[at + 1] ?? EMPTY).toString("latin1")]);
  }
  return list;
}

const EMPTY = Buffer.alloc(0);
