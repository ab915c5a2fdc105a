import type { Incoming } from "../http/incoming.ts";
import type { Answer } from "../http/render.ts";
import type { State } from "../world/state.ts";

/** Carries out a request, on the given state or on the server's own. */
export type Serve = (request: Incoming, state?: State) => Promise<Answer>;

/** Runs between the socket and the pipeline: it sees every request and may answer it itself. */
export type Edge = (request: Incoming, serve: Serve) => Promise<Answer>;
