import type { Exchange } from "@plumbline/client";
import type { Contract, OperationId, RouteVersion, WriteId } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Habits } from "../ground/habits.ts";
import type { Starts } from "../writes/write.ts";
import type { Patience } from "./patience.ts";

/** What undoing works with: requests of its own, which nothing that a check does stands in the way of. */
export interface UndoParts {
  readonly contract: Contract;
  /** What the records of the run bear. */
  readonly mark: string;
  readonly ask: (call: Call) => Promise<Exchange>;
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Which odd answers are the target's own. */
  readonly habits: Habits;
  /** How long what takes back is waited for. */
  readonly patience: Patience;
  /** Times that a removal is tried which something else stands in the way of. Default: as long as a check waits. */
  readonly rounds?: number;
  /** The user permits what nothing takes away again. */
  readonly mayStay: boolean;
  /** What was waited for so long that waiting is seen to be of no use. */
  readonly inVain: Set<string>;
  /** Removals after which a record was seen to be gone: they do what they say. */
  readonly seenGone: Set<OperationId>;
  /** Of each removal that did not do what it says, the last one. */
  readonly failedRemovals: Map<WriteId, FailedRemoval>;
  /** Removals that are looked at for the first time: until it is seen what they come to, no more is made for them. */
  readonly firstRemovals: Map<OperationId, Promise<unknown>>;
  /** What stands there may be ended although it is not the run's own: the user said so. */
  readonly isFree: (effect: Starts, path: Path) => boolean;
  /** How many times as soon as usual the target gets done with what takes its time. Default 1. */
  readonly speed?: number;
  /** The version in which an operation is served, the wanted one where that is among them. */
  readonly served: (operation: OperationId, wanted: RouteVersion) => RouteVersion | undefined;
}

/** A removal after which the record went on being there. */
export interface FailedRemoval {
  readonly id: string;
  /** The request that was to remove it. */
  readonly exchange: Exchange;
}
