import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Custody } from "../custody/custody.ts";
import type { Sweep, WriteOutcome } from "../custody/sweep.ts";
import type { FailedRemoval } from "../custody/undo-parts.ts";
import type { Step } from "./step.ts";
import type { StoryAddresses } from "./story-addresses.ts";

/** The custody's knowledge of the records that a story made and changed, and of those that it did not address. */
export class StoryRecords {
  readonly #custody: Custody;
  readonly #addresses: StoryAddresses;
  readonly #by: string;
  readonly #shown: (exchange: Exchange) => void;

  /**
   * @param by the owner of everything that the story makes and changes
   * @param shown gets each exchange of another story that this one relies on
   */
  constructor(custody: Custody, addresses: StoryAddresses, by: string, shown: (exchange: Exchange) => void) {
    this.#custody = custody;
    this.#addresses = addresses;
    this.#by = by;
    this.#shown = shown;
  }

  /**
   * The state that a write of the story is about to replace, in the target's words; the custody restores it when the
   * story ends.
   */
  restorableState(operation: WriteId, step: Step = {}): Promise<unknown> {
    return this.#custody.restorableState(this.#addresses.callOf(operation, step), this.#by);
  }

  /** The comparison around the first write of an operation with this outcome, in the story's version. */
  sweepOf(operation: WriteId, outcome: WriteOutcome): Sweep | undefined {
    return this.#custody.sweepOf(operation, this.#addresses.versionOf(operation), outcome);
  }

  /** A failed removal of the run's own record, if it made the run stop creating records of that kind. */
  async failedRemoval(remove: WriteId): Promise<FailedRemoval | undefined> {
    const failed = await this.#custody.failedRemoval(remove, this.#addresses.versionOf(remove));
    if (failed !== undefined) this.#shown(failed.exchange);
    if (failed?.shown !== undefined) this.#shown(failed.shown);
    return failed;
  }

  /** Why an operation is not sent any more: a record changed that it did not address. */
  whyHarmful(operation: WriteId): string | undefined {
    return this.#custody.whyHarmful(operation);
  }

  /** Whether that operation may be tried again on records of the run, to learn whether it did the harm. */
  mayBeTried(operation: WriteId): boolean {
    return this.#custody.mayBeTried(operation);
  }

  /** Makes sure that records of the run's own exist besides those that an operation works on. */
  accompany(operation: WriteId): Promise<void> {
    return this.#custody.ensureCompany(operation, this.#addresses.versionOf(operation));
  }

  /** Whether something that the story started still stands. */
  isRunning(operation: WriteId): boolean {
    return this.#custody.isRunning(operation, this.#addresses.ownerOf(operation).keptFor ?? this.#by);
  }

  /** The version in which a create made a record that still exists, for any check; `undefined` if there is none. */
  versionOfStanding(operation: WriteId): RouteVersion | undefined {
    return this.#custody.versionOfStanding(operation);
  }

  /** Whether a create answered with the id of a record that existed before the run. */
  wasThere(id: string): boolean {
    return this.#custody.wasThere(id);
  }

  /** Why the record in an answer is not the story's own; `undefined` if nothing contradicts that it is. */
  whyForeign(id: string): string | undefined {
    return this.#custody.whyForeign(id);
  }

  /** Whether one of these ids belongs to a record of the run's own at this place, and no check removed any of them. */
  isThere(ids: readonly string[], place: Readonly<Record<string, string>>): boolean {
    return ids.some((id) => this.#custody.owns(id, place)) && !ids.some((id) => this.#custody.wasRemoved(id));
  }
}
