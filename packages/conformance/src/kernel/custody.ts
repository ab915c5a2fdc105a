import { answered, type Exchange } from "@plumbline/client";
import type { Change, UndoRequest } from "@plumbline/report";
import { received } from "../expect/answers.ts";
import type { Journal } from "../journal.ts";

interface Held {
  readonly operation: string;
  readonly id: string;
  readonly kind: "made" | "changed";
  readonly undo: () => Promise<Exchange>;
}

/**
 * Looks after what one check made or changed on the target. It is written to the journal before anything is asserted
 * about it, and undone newest first when the check ends, however it ends.
 */
export class Custody {
  readonly #held: Held[] = [];
  readonly #gone = new Set<string>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** `request` is what `undo` sends, for whoever takes it back should this process not come to it. */
  holds(kind: Held["kind"], operation: string, id: string, request: UndoRequest, undo: Held["undo"]): void {
    this.#journal.append({ type: kind, operation, id, undo: request });
    this.#held.push({ operation, id, kind, undo });
  }

  /** The check itself removed a record: however the target answers a second removal, nothing is left. */
  removed(id: string): void {
    this.#gone.add(id);
  }

  isMade(id: string): boolean {
    return this.#held.some((held) => held.kind === "made" && held.id === id);
  }

  wasRemoved(id: string): boolean {
    return this.#gone.has(id);
  }

  async release(): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (let held = this.#held.pop(); held !== undefined; held = this.#held.pop()) {
      const change = await undo(held, this.#gone.has(held.id));
      this.#journal.append({ type: "undone", ...change });
      changes.push(change);
    }
    return changes;
  }
}

async function undo({ operation, id, kind, undo: run }: Held, gone: boolean): Promise<Change> {
  let exchange: Exchange;
  try {
    exchange = await run();
  } catch (error) {
    // Whatever kept the request from being sent, the record is still there: that is what the user must hear.
    return { operation, id, state: "left", note: error instanceof Error ? error.message : String(error) };
  }
  const status = answered(exchange) ? exchange.response.status : 0;
  const done =
    (status >= 200 && status < 300) ||
    (kind === "made" && (status === 404 || status === 410 || (gone && status >= 400 && status < 500)));
  if (done) return { operation, id, state: kind === "made" ? "removed" : "restored" };
  return { operation, id, state: "left", note: `undoing it was answered ${received(exchange)}` };
}
