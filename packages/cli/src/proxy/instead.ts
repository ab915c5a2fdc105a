import type { IncomingMessage, ServerResponse } from "node:http";
import type { Taken } from "./taken.ts";

/** A server that answers operations that the target lacks. */
export interface Instead {
  /**
   * Its part in one request; `undefined` for a request outside the interface. `url` is the address to which the proxy
   * forwards the request.
   */
  readonly of: (request: IncomingMessage, url: string) => Standby | undefined;
}

/** The stand-in for one request. */
export interface Standby {
  /** The target is known to lack this, so it is not asked. */
  readonly isAbsent: boolean;
  /** Whether an answer with this status may mean that the target lacks this; then the proxy keeps the answer back. */
  readonly mayLack: (status: number) => boolean;
  /** Answers a request that does not go to the target. */
  readonly serve: (request: IncomingMessage, answer: ServerResponse) => void;
  /**
   * Answers a request whose answer from the target was kept back; the exchange with the target is then not judged.
   * Resolves with `false` when the target's own answer must be used.
   */
  readonly replace: (taken: Taken, answer: ServerResponse) => Promise<boolean>;
}
