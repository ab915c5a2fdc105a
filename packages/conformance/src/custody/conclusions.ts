import type { Change, RunEvent } from "@plumbline/report";
import type { Log } from "../ground/journal.ts";

/**
 * Collects the state of each entry, by number, from the journal of a custody; a later event replaces an earlier one.
 */
export class Conclusions implements Log {
  /** Entries that the custody itself added, for records that bear the mark but appeared in no answer. */
  readonly added = new Map<number, Extract<RunEvent, { type: "intent" }>>();
  readonly #changes = new Map<number, Change | "nothing">();

  append(event: RunEvent): void {
    if (event.type === "intent") this.added.set(event.entry, event);
    else if (event.type === "void") this.#changes.set(event.entry, "nothing");
    else if (event.type === "undone" && event.entry !== undefined) {
      const { operation, id, state, note } = event;
      this.#changes.set(event.entry, { operation, id, state, ...(note !== undefined && { note }) });
    }
  }

  /**
   * Changes that belong to no entry: records that a write reached, or that changed when a request did not address them.
   */
  beside(entries: ReadonlySet<number>): readonly Change[] {
    return [...this.#changes].flatMap(([number, change]) =>
      change === "nothing" || entries.has(number) || this.added.has(number) ? [] : [change],
    );
  }

  /** `undefined` if the journal says nothing about the entry. */
  of(number: number): Change | "nothing" | undefined {
    return this.#changes.get(number);
  }
}
