import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Limits } from "../ground/limits.ts";
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

/**
 * What is done about records that stand beside those which are written.
 * - `watched`: the first write of each kind goes alone, and all records of the kind are read before and after it.
 * - `accompanied`: two records of the run's own are made as well, to stand there.
 */
export type BystanderCare = "none" | "watched" | "accompanied";

/** What a custody needs of the conversation with a target. */
export interface CustodyParts extends UndoParts {
  /** Sends a write of the custody's own, once. */
  readonly send: (call: Call) => Promise<Exchange>;
  /** Waits on this machine's clock. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly bystanders: BystanderCare;
  /** Resolves when nothing is asked any more about what checks have made: until then it is not taken back. */
  readonly concluded: () => Promise<void>;
  /** Milliseconds since the epoch, where the target is: its clock may have been moved on. */
  readonly now: () => number;
  /** Whether the user permits an operation. */
  readonly permits: (operation: WriteId) => boolean;
  /** A body that is taken here; `undefined` where one would name what is not known. */
  readonly plainBody: (operation: WriteId, version: RouteVersion) => unknown;
  /** Every path parameter of a call, those that the world fills in included. */
  readonly pathOf: (call: Call) => Path;
  /** The same with the known values in place of malformed ones: where a target works that takes them for those. */
  readonly placeOf: (call: Call) => Path;
  /** The body of a call as it goes on the wire. */
  readonly bodyOf: (call: Call) => string | undefined;
  /** Ids and names that the user stated or that were found: records of the user's. */
  readonly isKnown: (parameter: string, value: string) => boolean;
  /** The id or name that the user stated or that was found for a path parameter. */
  readonly known: (parameter: string) => string | undefined;
  /** Ids of the projects that are known. */
  readonly projects: () => readonly string[];
  /** Ids of some further projects that the main key sees. */
  readonly siblings: () => readonly string[];
  /** The project of which a key of its own shows what there is; `undefined` where nobody gave one. */
  readonly projectOfOthers: () => string | undefined;
  /** A record that the user gave for being lost, should the target not protect it. */
  readonly isGiven: (value: string) => boolean;
  /** How many records each create may leave; what is not named has no limit. */
  readonly limits: Limits;
}
