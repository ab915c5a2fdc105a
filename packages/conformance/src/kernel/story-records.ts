import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Custody } from "../custody/custody.ts";
import type { Sweep, WriteOutcome } from "../custody/sweep.ts";
import type { FailedRemoval } from "../custody/undo-parts.ts";
import type { Step } from "./step.ts";
import type { StoryAddresses } from "./story-addresses.ts";

/** What a story has made and changed, and what stands beside it: what custody knows of both. */
export class StoryRecords {
  readonly #custody: Custody;
  readonly #addresses: StoryAddresses;
  readonly #by: string;
  readonly #shown: (exchange: Exchange) => void;

  /**
   * @param by answers for what the story makes and changes
   * @param shown hears of an exchange of another story that this one relies on
   */
  constructor(custody: Custody, addresses: StoryAddresses, by: string, shown: (exchange: Exchange) => void) {
    this.#custody = custody;
    this.#addresses = addresses;
    this.#by = by;
    this.#shown = shown;
  }

  /** What a write of the story is about to replace, in the target's words; it is put back when the story ends. */
  borrows(operation: WriteId, step: Step = {}): Promise<unknown> {
    return this.#custody.borrows(this.#addresses.callOf(operation, step), this.#by);
  }

  /** What was seen beside the first write of an operation with this outcome, in the story's version. */
  sweepOf(operation: WriteId, outcome: WriteOutcome): Sweep | undefined {
    return this.#custody.sweepOf(operation, this.#addresses.versionOf(operation), outcome);
  }

  /** A removal of the run's own that did not do what it says, where no more records are made because of it. */
  async failedRemoval(remove: WriteId): Promise<FailedRemoval | undefined> {
    const failed = await this.#custody.failedRemoval(remove, this.#addresses.versionOf(remove));
    if (failed !== undefined) this.#shown(failed.exchange);
    return failed;
  }

  /** Why an operation is sent no more: something changed beside it that it did not address. */
  whyHarmful(operation: WriteId): string | undefined {
    return this.#custody.whyHarmful(operation);
  }

  /** Sees to it that records of the run's own stand beside what an operation works on. */
  accompany(operation: WriteId): Promise<void> {
    return this.#custody.accompany(operation, this.#addresses.versionOf(operation));
  }

  /** Whether something stands that the story has started. */
  stands(operation: WriteId): boolean {
    return this.#custody.stands(operation, this.#addresses.ownerOf(operation).keptFor ?? this.#by);
  }

  /** The version in which a create has made a record that stands, for whichever check; `undefined` where none does. */
  standsBy(operation: WriteId): RouteVersion | undefined {
    return this.#custody.standsBy(operation);
  }

  /** A create answered with the id of a record that was there before the run. */
  wasThere(id: string): boolean {
    return this.#custody.wasThere(id);
  }

  /** Why the record of an answer is not one that the story made; `undefined` when nothing speaks against it. */
  whyForeign(id: string): string | undefined {
    return this.#custody.whyForeign(id);
  }

  /** Whether one of these ids is that of a record of the run's own at this place, and none of them was removed. */
  isThere(ids: readonly string[], place: Readonly<Record<string, string>>): boolean {
    return ids.some((id) => this.#custody.owns(id, place)) && !ids.some((id) => this.#custody.wasRemoved(id));
  }
}
