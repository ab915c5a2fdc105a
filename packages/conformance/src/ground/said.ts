/** A rule about records that an answer broke, with the evidence. */
export interface Said {
  /** The id of the rule. */
  readonly rule: string;
  readonly operation: string;
  readonly version: string;
  readonly expected: string;
  readonly received: string;
  /** The id of the exchange that shows it. */
  readonly evidence: string;
}

/** The number of entries kept until somebody takes them; the oldest are dropped first. */
const MOST = 50;

/** Keeps which answers broke rules about records, for the campaigns that change records. */
export class Sayings {
  #kept: readonly Said[] = [];

  add(said: Said): void {
    this.#kept = [...this.#kept, said].slice(-MOST);
  }

  /** The entries since the last call. */
  take(): readonly Said[] {
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }
}
