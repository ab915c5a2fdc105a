import type { ClientRequest, IncomingMessage, InformationEvent, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Missed } from "@plumbline/conformance";
import { answered, canExpect, trailersOf } from "./fields.ts";
import { informational } from "./informational.ts";
import type { Standby } from "./instead.ts";
import { keptBack, wholeOf } from "./kept-back.ts";
import type { Loss } from "./loss.ts";
import { refuseClient } from "./refusal.ts";
import { Copy, type Taken } from "./taken.ts";
import { UNWRITABLE, unpassable } from "./unpassable.ts";

/** Both sides of an exchange: the client's and the server's. */
export interface Sides {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly onward: ClientRequest;
  readonly url: string;
  readonly standby: Standby | undefined;
}

/** Receives the result of an exchange. */
export interface Hearer {
  /** Bytes of a body that are copied for the judge; the body itself is forwarded completely. */
  readonly most: number;
  readonly onTaken: (taken: Taken) => void;
  /**
   * Called for an exchange that did not complete, with the side that caused this and the reason; `sent` is the part
   * that the server may have received.
   */
  readonly onLost: (loss: Loss, message: string, sent?: Missed) => void;
}

/**
 * Limit of informational answers in one exchange: if the client does not read them, they fill the memory of the proxy.
 */
const MOST_INFORMATIONAL = 100;

/**
 * One exchange that passes through the proxy. Neither bad messages nor an error thrown meanwhile can end more than this
 * exchange: its client gets a 502, or a broken connection if it has received the beginning of an answer.
 */
export class Crossing {
  readonly #sides: Sides;
  readonly #hearer: Hearer;
  readonly #asked: Copy;
  readonly #said: Copy;
  readonly #isExpecting: boolean;
  readonly #startedAt = Date.now();
  readonly #began = performance.now();
  #response: IncomingMessage | undefined;
  #informed = 0;
  #isLost = false;
  #isTold = false;
  /** The stand-in answers, so the connection to the server may break. */
  #isReplaced = false;

  constructor(sides: Sides, hearer: Hearer) {
    this.#sides = sides;
    this.#hearer = hearer;
    this.#asked = new Copy(hearer.most);
    this.#said = new Copy(hearer.most);
    this.#isExpecting = sides.request.headers.expect !== undefined && canExpect(sides.request);
  }

  begin(): void {
    const { request, answer, onward } = this.#sides;
    request.on("error", (error) => this.#lose("client", error.message));
    answer.on("error", (error) => this.#lose("client", error.message));
    answer.on("close", () => answer.writableFinished || this.#lose("client", "the client closed the connection"));
    // Bytes after a complete answer belong to no exchange: Node ends that connection.
    onward.on("error", (error) => this.#isReplaced || this.#response?.complete || this.#lose("server", error.message));
    onward.on("close", () => {
      if (this.#response === undefined) this.#lose("server", "the server closed the connection before it answered");
      // If the server answered early, the rest of the request precedes the client's next one and must be read.
      request.unpipe(onward).resume();
    });
    onward.on("upgrade", (_, socket) => {
      socket.destroy();
      if (this.#response?.complete !== true)
        this.#lose("answer", "it changes the protocol, although the client did not ask for that");
    });
    onward.on(
      "information",
      this.#guarded((information) => this.#inform(information)),
    );
    onward.on(
      "response",
      this.#guarded((response) => this.#hear(response)),
    );
    if (hasBody(request)) this.#sendBody();
    else {
      onward.end();
      request.resume();
    }
    // With Expect, the client sends the body only after the server has read the head.
    if (this.#isExpecting) onward.flushHeaders();
    else if (request.headers.expect !== undefined) answer.writeContinue();
  }

  #sendBody(): void {
    const { request, onward } = this.#sides;
    request.on("data", (part: Buffer) => this.#asked.add(part));
    request.on(
      "end",
      this.#guarded(() => {
        onward.addTrailers(trailersOf(request.rawTrailers));
        onward.end();
      }),
    );
    request.pipe(onward, { end: false });
  }

  #inform(information: InformationEvent): void {
    const { request, answer } = this.#sides;
    this.#informed += 1;
    const text = informational(information);
    if (text === undefined) this.#lose("answer", UNWRITABLE);
    else if (this.#informed > MOST_INFORMATIONAL)
      this.#lose("answer", `more than ${MOST_INFORMATIONAL} informational answers`);
    // A pipelined answer that waits behind earlier ones has no socket yet.
    else if (request.httpVersion !== "1.0" && !answer.headersSent) answer.socket?.write(text, "latin1");
  }

  #hear(response: IncomingMessage): void {
    this.#response = response;
    response.on("data", (part: Buffer) => this.#said.add(part));
    response.on("error", (error) => response.complete || this.#lose("server", error.message));
    const fault = unpassable(response);
    if (fault === undefined) this.#handOn(response);
    else this.#lose("answer", fault);
  }

  /** Forwards an answer as it arrives, or keeps it back if the server may lack the operation. */
  #handOn(response: IncomingMessage): void {
    const { standby } = this.#sides;
    const mayLack = standby?.mayLack(response.statusCode ?? 0) === true;
    const kept = mayLack
      ? keptBack(
          response,
          this.#guarded((body) => this.#answer(response, body)),
        )
      : undefined;
    response.on(
      "end",
      this.#guarded(() => {
        if (this.#isLost) return;
        if (standby === undefined || kept === undefined || kept.isLetGo()) this.#tell(this.#taken(response));
        else this.#replace(response, standby, kept.body).catch((error: unknown) => this.#lose("proxy", wordsOf(error)));
      }),
    );
    if (kept === undefined) this.#answer(response, response);
  }

  #answer(response: IncomingMessage, body: Readable): void {
    const { request, answer } = this.#sides;
    const { statusCode: status = 502, statusMessage, rawHeaders } = response;
    answer.sendDate = false;
    this.#endUnlessToldToGoOn();
    const readsChunks = request.httpVersion !== "1.0";
    answer.writeHead(status, statusMessage, answered({ status, rawHeaders, method: request.method, readsChunks }));
    body.on(
      "end",
      this.#guarded(() => {
        answer.addTrailers(trailersOf(response.rawTrailers));
        answer.end();
      }),
    );
    body.pipe(answer, { end: false });
  }

  async #replace(response: IncomingMessage, by: Standby, kept: Readable): Promise<void> {
    const { request, answer, onward } = this.#sides;
    this.#isReplaced = true;
    if (this.#isExpecting && this.#informed === 0) answer.writeContinue();
    await wholeOf(request, onward);
    const taken = this.#taken(response);
    if (this.#isLost || (await by.replace(taken, answer)) || this.#isLost) return;
    this.#answer(response, kept);
    this.#tell(taken);
  }

  #taken({ statusCode: status = 0, rawHeaders }: IncomingMessage): Taken {
    const { request, url } = this.#sides;
    return {
      method: request.method ?? "",
      url,
      request: this.#asked.message(request.rawHeaders),
      status,
      response: this.#said.message(rawHeaders),
      startedAt: this.#startedAt,
      milliseconds: performance.now() - this.#began,
    };
  }

  /** The known facts about an exchange that is not judged. */
  #missed(): Missed {
    const { request, url } = this.#sides;
    const status = this.#response?.statusCode;
    return {
      method: request.method ?? "",
      url,
      ...(status !== undefined && { status }),
      startedAt: this.#startedAt,
      milliseconds: performance.now() - this.#began,
    };
  }

  /** Judged in a later turn of the event loop, so that the client has its answer first. */
  #tell(taken: Taken): void {
    const { onTaken, onLost } = this.#hearer;
    this.#isTold = true;
    setImmediate(() => {
      try {
        onTaken(taken);
      } catch (error) {
        onLost("proxy", wordsOf(error));
      }
    });
  }

  #lose(loss: Loss, message: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const { request, answer, onward } = this.#sides;
    // An exchange counts once: a client may also leave after the complete answer of the server was passed on.
    if (!this.#isTold) this.#hearer.onLost(loss, message, this.#missed());
    request.unpipe(onward).resume();
    onward.destroy();
    // A client must not take a partial answer for a complete one.
    if (answer.headersSent) answer.destroy();
    else {
      this.#endUnlessToldToGoOn();
      refuseClient(answer, 502, message);
    }
  }

  /**
   * A client that received no 100 Continue may or may not send its body, so the start of its next request is unknown
   * and the connection must end.
   */
  #endUnlessToldToGoOn(): void {
    if (this.#isExpecting && this.#informed === 0) this.#sides.answer.shouldKeepAlive = false;
  }

  #guarded<T extends readonly unknown[]>(act: (...what: T) => void): (...what: T) => void {
    return (...what) => {
      try {
        act(...what);
      } catch (error) {
        this.#lose("proxy", wordsOf(error));
      }
    };
  }
}

/** Whether a request has a body; an empty one with framing headers counts. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** The message of an error, or any other thrown value as text. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
