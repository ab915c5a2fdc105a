import type { IncomingMessage, ServerResponse } from "node:http";
import type { Taken } from "./taken.ts";

/** Somebody who answers in place of a server what that does not have. */
export interface Instead {
  /** The one request as they see it; `undefined` where it is none of their business. `url` is where it goes to. */
  readonly of: (request: IncomingMessage, url: string) => Standby | undefined;
}

/** Who stands by for one request. */
export interface Standby {
  /** The server does not have this, and is not asked. */
  readonly isAbsent: boolean;
  /** Whether an answer with this status may say that the server does not have it: then it is kept back. */
  readonly mayLack: (status: number) => boolean;
  /** Answers a request that the server is not asked. */
  readonly serve: (request: IncomingMessage, answer: ServerResponse) => void;
  /** Answers what the server was asked and may not have, which is then not told of; `false` leaves it at the server's own answer. */
  readonly replace: (taken: Taken, answer: ServerResponse) => Promise<boolean>;
}
