import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Call } from "../kernel/call.ts";
import type { Path } from "../writes/fields.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Sends a request; `fresh` does so on a connection of its own. */
export type Send = (fresh?: boolean) => Promise<Exchange>;

/** One request that changes something, with all that is said about it. */
export interface Request {
  readonly call: Call;
  readonly operation: WriteId;
  readonly version: RouteVersion;
  /** Where it works, should the target carry it out. */
  readonly path: Path;
  /** The body as the target gets it, where it is JSON. */
  readonly sent: unknown;
  /** Who asks, and answers for what it makes and changes. */
  readonly by: string;
  readonly send: Send;
}

/** What a custody needs of the conversation with a target. */
export interface CustodyParts extends UndoParts {
  /** Every path parameter of a call, those that the world fills in included. */
  readonly pathOf: (call: Call) => Path;
  /** The same with the known values in place of malformed ones: where a target works that takes them for those. */
  readonly placeOf: (call: Call) => Path;
  /** The body of a call as it goes on the wire. */
  readonly bodyOf: (call: Call) => string | undefined;
  /** Ids and names that the user stated or that were found: records of the user's. */
  readonly isKnown: (parameter: string, value: string) => boolean;
  /** A record that the user gave for being lost, should the target not protect it. */
  readonly isGiven: (value: string) => boolean;
}
