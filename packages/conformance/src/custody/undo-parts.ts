import type { Exchange } from "@plumbline/client";
import type { Contract, OperationId, RouteVersion, WriteId } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Habits } from "../ground/habits.ts";
import type { Starts } from "../writes/write.ts";
import type { Patience } from "./patience.ts";

/** The parts that an undo uses: it sends its own requests, which no limit of a check blocks. */
export interface UndoParts {
  readonly contract: Contract;
  /** The mark in every record of the run. */
  readonly mark: string;
  readonly ask: (call: Call) => Promise<Exchange>;
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Which unusual answers come from the target itself, not from a gateway. */
  readonly habits: Habits;
  /** How long the run waits for operations that undo something. */
  readonly patience: Patience;
  /** How often a removal is tried while something else blocks it. Default: as long as a check waits. */
  readonly rounds?: number;
  /** The user permits records that no operation removes. */
  readonly mayStay: boolean;
  /** Operations for which waiting did not help; the run does not wait for them again. */
  readonly inVain: Set<string>;
  /** Removals after which a record was seen to be gone, so they work. */
  readonly seenGone: Set<OperationId>;
  /** The last failure of each removal that does not work. */
  readonly failedRemovals: Map<WriteId, FailedRemoval>;
  /** First removals of a kind under way: until their result is known, creates of the kind wait. */
  readonly firstRemovals: Map<OperationId, Promise<unknown>>;
  /** Whether the user permits ending one that is not the run's own. */
  readonly isFree: (effect: Starts, path: Path) => boolean;
  /** How many times faster than usual the target finishes slow operations. Default 1. */
  readonly speed?: number;
  /** The version in which the target serves an operation: the wanted one if it does. */
  readonly served: (operation: OperationId, wanted: RouteVersion) => RouteVersion | undefined;
}

/** A removal after which the record still existed. */
export interface FailedRemoval {
  readonly id: string;
  /** The request that should have removed it. */
  readonly exchange: Exchange;
  /** The last read that showed it after that; `undefined` if only a list did, or no read was sent. */
  readonly shown?: Exchange;
}
