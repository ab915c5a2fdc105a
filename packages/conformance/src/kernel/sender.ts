import {
  type Answer,
  answered,
  type Connection,
  type Credential,
  type Exchange,
  headerValue,
  TokenUnavailableError,
  type WireRequest,
} from "@plumbline/client";
import type { Call } from "./call.ts";
import { NotSentError } from "./not-sent-error.ts";
import { retryAfterMilliseconds } from "./retry-after.ts";

/** What a sender is made of; `compose` turns a call into bytes. */
export interface SenderParts {
  readonly connection: Connection;
  readonly compose: (call: Call) => WireRequest;
  /** Called once for every exchange, handshakes included, with the call that caused it. */
  readonly seen: (exchange: Exchange, call: Call) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Resolves when a request to the token endpoint keeps to its stated rate. */
  readonly tokenTurn: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Consecutive requests without an answer after which the target counts as gone. Default 6. */
  readonly patience?: number;
}

const LONGEST_WAIT = 60_000;
const REPEATS = 3;

/**
 * Sends calls: equal reads share one exchange, a limiter's answer is waited out and never judged, and a target that
 * has stopped answering is left alone.
 */
export class Sender {
  readonly #parts: SenderParts;
  readonly #shared = new Map<string, Promise<Exchange>>();
  /** Answers of the token endpoint, which is asked as rarely as possible: nothing that a run changes changes them. */
  readonly #tokens = new Map<string, Promise<Exchange>>();
  #silent = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  get gone(): boolean {
    return this.#silent >= (this.#parts.patience ?? 6);
  }

  /** Sends a call for a check and returns the last exchange, after handshake and repeats. */
  send(call: Call, check: string): Promise<Exchange> {
    const request = this.#parts.compose(call);
    if (call.again || !(request.method === "GET" || call.share)) return this.#exchange(call, request, check);
    const key = shareKey(request);
    const shared = call.operation === "issueServiceToken" ? this.#tokens : this.#shared;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const sent = this.#exchange(call, request, check);
    shared.set(key, sent);
    return sent;
  }

  /** Forgets shared answers: what follows may change what the target holds. */
  forget(): void {
    this.#shared.clear();
  }

  #send(request: WireRequest): Promise<Exchange> {
    return this.#parts.connection.send(request).catch(withoutToken);
  }

  async #exchange(call: Call, request: WireRequest, check: string): Promise<Exchange> {
    for (let repeat = 1; ; repeat += 1) {
      if (call.operation === "issueServiceToken" && !call.keepLimit) await this.#parts.tokenTurn();
      if (this.#parts.signal.aborted && !call.tidies) throw new NotSentError("the run was interrupted");
      if (this.gone && !call.tidies)
        throw new NotSentError(`the target gave no answer ${this.#silent} times in a row, so nothing more was sent`);
      // An interrupt does not cut off a write: what it makes on the target must be known, or it could not be taken back.
      const cuts = request.method === "GET" && !call.tidies;
      const marked = cuts ? { ...request, check, signal: this.#parts.signal } : { ...request, check };
      let exchange = await this.#send(marked);
      if (isCutOff(exchange) && request.method === "GET") {
        // A server may close a connection at any time, and a read that met that is asked again (RFC 9110, section 9.2.2).
        this.#parts.seen(exchange, call);
        exchange = await this.#send({ ...marked, freshConnection: true });
      }
      if (answered(exchange)) this.#silent = 0;
      else if (!("fault" in exchange.response) || exchange.response.fault !== "aborted") this.#silent += 1;
      this.#parts.seen(exchange, call);
      if (!answered(exchange) || call.keepLimit || !isLimited(exchange.response) || repeat > REPEATS) return exchange;
      await this.#parts.wait(
        Math.min(
          LONGEST_WAIT,
          retryAfterMilliseconds(headerValue(exchange.response.headers, "retry-after"), Date.now()) ?? 1_000,
        ),
      );
    }
  }
}

function withoutToken(error: unknown): never {
  if (error instanceof TokenUnavailableError)
    throw new NotSentError(`there is no token to send it with: ${error.message}`);
  throw error;
}

const isCutOff = ({ response }: Exchange): boolean => "fault" in response && response.fault === "reset";

/** 503 only counts as a limiter's answer when it says when to come back. */
function isLimited(answer: Answer): boolean {
  return answer.status === 429 || (answer.status === 503 && headerValue(answer.headers, "retry-after") !== undefined);
}

function shareKey({ method, url, headers, body, credential }: WireRequest): string {
  return JSON.stringify([method, url, headers, body ?? null, credentialKey(credential)]);
}

function credentialKey(credential: Credential | undefined): string {
  if (credential === undefined || credential.scheme === "none") return "none";
  return credential.scheme === "raw" ? credential.authorization : `${credential.scheme} ${credential.label}`;
}
