import type { KeptCell } from "@plumbline/report";
import { isWorse, type KeptMember } from "../oracles/kept-members.ts";

/**
 * Which members of writes later reads showed again, and in which view. If several reads show one member, the worst
 * result counts.
 */
export class Kept {
  readonly #cells = new Map<string, KeptCell>();

  note(place: Pick<KeptCell, "operation" | "version" | "view">, members: readonly KeptMember[]): void {
    const { operation, version, view } = place;
    for (const { pointer, state } of members) {
      const key = JSON.stringify([operation, version, view, pointer]);
      const known = this.#cells.get(key);
      if (known === undefined || isWorse(state, known.state)) this.#cells.set(key, { ...place, pointer, state });
    }
  }

  /** Members of a write that some view did not show as sent. */
  lost(operation: string, version: string): readonly string[] {
    const cells = this.all.filter(
      (cell) => cell.operation === operation && cell.version === version && cell.state === "lost",
    );
    return [...new Set(cells.map(({ pointer }) => pointer))].toSorted();
  }

  get all(): readonly KeptCell[] {
    return [...this.#cells.values()];
  }
}
