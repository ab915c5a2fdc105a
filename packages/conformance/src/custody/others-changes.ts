import type { Difference } from "./sightings.ts";

/** After changes in so many looks without a write, further changes of a member count as another client's. */
const TIMES = 2;

/**
 * Members that another client keeps changing, found by looks without a write. Without this class, every write of the
 * kind would wait while the run examines these changes.
 */
export class OthersChanges {
  readonly #times = new Map<string, Map<string, number>>();

  /** Records the changes between two looks without a write. */
  record(moved: readonly Difference[]): void {
    for (const { members, sighting } of moved) {
      const times = this.#times.get(keyOf(sighting)) ?? new Map<string, number>();
      this.#times.set(keyOf(sighting), times);
      for (const name of members) times.set(name, (times.get(name) ?? 0) + 1);
    }
  }

  /** Whether another client's regular changes explain a whole difference. A vanished record is always examined. */
  explains({ members, sighting }: Difference): boolean {
    const times = this.#times.get(keyOf(sighting));
    return times !== undefined && members.length > 0 && members.every((name) => (times.get(name) ?? 0) >= TIMES);
  }
}

const keyOf = ({ kind, id }: Difference["sighting"]): string => `${kind} ${id}`;
