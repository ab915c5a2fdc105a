/** What a rule about records said against an answer. */
export interface Said {
  /** The id of the rule. */
  readonly rule: string;
  readonly operation: string;
  readonly version: string;
  readonly expected: string;
  readonly received: string;
  /** The exchange that shows it. */
  readonly evidence: string;
}

/** Sayings that nobody has asked for yet; older ones are forgotten first. */
const MOST = 50;

/** Keeps what rules about records say against answers for whoever plays with the records. */
export class Sayings {
  #kept: readonly Said[] = [];

  add(said: Said): void {
    this.#kept = [...this.#kept, said].slice(-MOST);
  }

  /** What was said since this was asked last. */
  take(): readonly Said[] {
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }
}
