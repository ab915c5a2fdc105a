import { answered, type Exchange } from "@plumbline/client";
import { type Ask, type Call, type Journal, noJournal, received } from "@plumbline/conformance";
import type { Change } from "@plumbline/report";

interface Held {
  readonly operation: string;
  readonly id: string;
  readonly kind: "made" | "changed";
  readonly what: string;
  readonly undo: Call;
}

/**
 * What a campaign made or changed on the target, written to the journal at once, so that a killed run can be cleaned up
 * after, and undone newest first. What stays is named, never silent.
 */
export class Custody {
  readonly #ask: Ask;
  readonly #journal: Journal;
  readonly #note: (change: Change) => void;
  readonly #held: Held[] = [];
  /** What could not be undone, in words. */
  readonly left: string[] = [];

  constructor(ask: Ask, journal: Journal = noJournal, note: (change: Change) => void = () => undefined) {
    this.#ask = ask;
    this.#journal = journal;
    this.#note = note;
  }

  made(operation: string, id: string, what: string, undo: Call): Held {
    this.#journal.append({ type: "made", operation, id });
    return this.#hold({ operation, id, kind: "made", what, undo });
  }

  changed(operation: string, id: string, what: string, undo: Call): Held {
    this.#journal.append({ type: "changed", operation, id });
    return this.#hold({ operation, id, kind: "changed", what, undo });
  }

  /** Something that nothing can undo, as whoever allowed it knows: in the journal, and no reason to raise an alarm. */
  stays(operation: string, id: string): void {
    this.#journal.append({ type: "made", operation, id });
    this.#journal.append({ type: "undone", operation, id, state: "left", note: "no operation removes it" });
  }

  /** Undoes one thing now: the target may refuse, and nothing may be sent any more. */
  async undo(held: Held): Promise<void> {
    const index = this.#held.indexOf(held);
    if (index >= 0) this.#held.splice(index, 1);
    const { operation, id, kind } = held;
    try {
      const exchange = await this.#ask({ ...held.undo, again: true, tidies: true });
      if (isDone(exchange, kind)) this.#conclude({ operation, id, state: kind === "made" ? "removed" : "restored" });
      else this.#leave(held, `undoing was answered ${received(exchange)}`);
    } catch (error) {
      this.#leave(held, error instanceof Error ? error.message : String(error));
    }
  }

  async release(): Promise<void> {
    for (let held = this.#held.at(-1); held !== undefined; held = this.#held.at(-1)) await this.undo(held);
  }

  #hold(held: Held): Held {
    this.#held.push(held);
    return held;
  }

  #leave({ operation, id, what }: Held, note: string): void {
    this.left.push(`${what} (${note})`);
    this.#conclude({ operation, id, state: "left", note });
  }

  #conclude(change: Change): void {
    this.#journal.append({ type: "undone", ...change });
    this.#note(change);
  }
}

function isDone(exchange: Exchange, kind: Held["kind"]): boolean {
  const status = answered(exchange) ? exchange.response.status : 0;
  return (status >= 200 && status < 300) || (kind === "made" && (status === 404 || status === 410));
}
