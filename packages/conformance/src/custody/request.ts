import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Limits } from "../ground/limits.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Sends a request; `fresh` uses a new connection. */
export type Send = (fresh?: boolean) => Promise<Exchange>;

/** A request that changes something, with everything the custody needs to know about it. */
export interface Request {
  readonly call: Call;
  readonly operation: WriteId;
  readonly version: RouteVersion;
  /** The address at which the target would carry it out. */
  readonly path: Path;
  /** The body on the wire, if it is JSON. */
  readonly sent: unknown;
  /** The owner: the check or campaign that asks, and for which the custody undoes the effects. */
  readonly by: string;
  readonly send: Send;
}

/**
 * How a run protects the records that a write does not address.
 * - `watched`: the first write of each kind goes alone, and the run reads all records of the kind before and after
 *   it.
 * - `accompanied`: the run also creates two records of its own, so that there are other records to compare.
 */
export type BystanderCare = "none" | "watched" | "accompanied";

/** The parts of the conversation with a target that a custody uses. */
export interface CustodyParts extends UndoParts {
  /** Sends a write of the custody itself, once. */
  readonly send: (call: Call) => Promise<Exchange>;
  /** Waits in real time on the local clock. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly bystanders: BystanderCare;
  /** Resolves when no check asks about created records any more; the custody undoes nothing before that. */
  readonly concluded: () => Promise<void>;
  /** Milliseconds since the epoch on the target's clock, which may have been moved forward. */
  readonly now: () => number;
  /** Whether the user permits an operation. */
  readonly permits: (operation: WriteId) => boolean;
  /** A valid body for the target; `undefined` if it would have to name an unknown record. */
  readonly plainBody: (operation: WriteId, version: RouteVersion) => unknown;
  /** Every path parameter of a call, including those that come from the world. */
  readonly pathOf: (call: Call) => Path;
  /**
   * The same with known values in place of malformed ones: the place where a target that accepts the malformed ones
   * would work.
   */
  readonly placeOf: (call: Call) => Path;
  /** The body of a call on the wire. */
  readonly bodyOf: (call: Call) => string | undefined;
  /** Whether the user stated an id or name or the run found it: such records are the user's. */
  readonly isKnown: (parameter: string, value: string) => boolean;
  /** The stated or found id or name for a path parameter. */
  readonly known: (parameter: string) => string | undefined;
  /** Ids of the known projects. */
  readonly projects: () => readonly string[];
  /** Ids of some further projects that the main key can read. */
  readonly siblings: () => readonly string[];
  /** The project that the key of another project can read; `undefined` if the user gave none. */
  readonly projectOfOthers: () => string | undefined;
  /** Whether the user gave up a record that may be lost if the target does not protect it. */
  readonly isGiven: (value: string) => boolean;
  /** The number of records that each create may leave; an operation that is not named has no limit. */
  readonly limits: Limits;
}
