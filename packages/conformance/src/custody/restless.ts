import type { Difference } from "./sightings.ts";

/** Looks without a write in which a member has to change before its further changes are another client's. */
const TIMES = 2;

/**
 * Records that another client goes on changing, by what changed while nothing was written: were each further change of that
 * looked into, every write of the kind would wait for it.
 */
export class Restless {
  readonly #times = new Map<string, Map<string, number>>();

  /** Takes note of what changed in a look at which nothing was written. */
  takes(moved: readonly Difference[]): void {
    for (const { members, sighting } of moved) {
      const times = this.#times.get(keyOf(sighting)) ?? new Map<string, number>();
      this.#times.set(keyOf(sighting), times);
      for (const name of members) times.set(name, (times.get(name) ?? 0) + 1);
    }
  }

  /** Whether all that differs of a record is what another client goes on changing; what vanishes is always looked into. */
  accountsFor({ members, sighting }: Difference): boolean {
    const times = this.#times.get(keyOf(sighting));
    return times !== undefined && members.length > 0 && members.every((name) => (times.get(name) ?? 0) >= TIMES);
  }
}

const keyOf = ({ kind, id }: Difference["sighting"]): string => `${kind} ${id}`;
