import type { Change, RunEvent } from "@plumbline/report";
import type { Log } from "../ground/journal.ts";

/** What a custody concluded about each entry, by number, as its journal tells it; the last word counts. */
export class Conclusions implements Log {
  /** Entries that the custody itself added, for records that bear the mark and that no answer told of. */
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

  /** What came of no entry: records that were reached, or that changed beside a request. */
  beside(entries: ReadonlySet<number>): readonly Change[] {
    return [...this.#changes].flatMap(([number, change]) =>
      change === "nothing" || entries.has(number) || this.added.has(number) ? [] : [change],
    );
  }

  /** `undefined` when nothing was said about the entry. */
  of(number: number): Change | "nothing" | undefined {
    return this.#changes.get(number);
  }
}
