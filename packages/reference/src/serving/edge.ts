import type { Incoming } from "../http/incoming.ts";
import type { Answer } from "../http/render.ts";
import type { State } from "../world/state.ts";

/** Carries a request out; on another state than the server's own where one is given. */
export type Serve = (request: Incoming, state?: State) => Promise<Answer>;

/** Stands between the socket and the pipeline: sees every request, and may answer it by itself. */
export type Edge = (request: Incoming, serve: Serve) => Promise<Answer>;
