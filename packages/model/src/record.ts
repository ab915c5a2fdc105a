import type { OperationId } from "@plumbline/schemas";
import type { Kind } from "./kinds.ts";
import type { Asked, Moment, Observation, Values } from "./observation.ts";
import { Steps } from "./steps.ts";

/** A value that a member has, since some answer showed it. */
export interface Claim {
  readonly value: unknown;
  readonly since: Moment;
  /** When it was shown last. */
  readonly last: Moment;
  /** The read that showed it; none where a write's answer did. */
  readonly view: Asked | undefined;
  /** No late read: a write's answer showed it, or a read that came long enough after the last write. */
  readonly isFirm: boolean;
}

/** A write that addressed a record, or may have changed it. */
export interface Touch extends Moment {
  readonly operation: OperationId;
  readonly came: Observation["came"]["kind"];
}

/** Writes to one record that are remembered of those that were refused, and of all others: whichever is older is forgotten. */
const MOST_TOUCHES = 8;

/** What is known of one record. */
export class KnownRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly place: Values;
  /** A create was answered with it. */
  isTold = false;
  /** The caller made it, and nothing that nobody can follow may have removed it since. */
  made: Moment | undefined;
  /** What it is called where a path takes its name. */
  name: string | undefined;
  gone: Moment | undefined;
  /** A write of which nobody knows what became may take effect at any time: nothing is said of the record any more. */
  isDoubtful = false;
  readonly claims = new Map<string, Claim>();
  /** What was shown of members that move. */
  readonly steps = new Steps();
  /** Reads that have shown it. */
  readonly seenIn = new Set<OperationId>();
  /** When the last read of each view began that was compared. */
  readonly shownAt = new Map<string, number>();
  /** Apart, so that many that did nothing push none out of sight that did something. */
  #refused: readonly Touch[] = [];
  #effective: readonly Touch[] = [];
  #touched = 0;
  /** What each view showed when all of it agreed with what was known, and how much had been written by then. */
  readonly #agreed = new Map<string, { readonly text: number; readonly touched: number; readonly members: number }>();

  constructor(kind: Kind, id: string, place: Values) {
    this.kind = kind;
    this.id = id;
    this.place = place;
  }

  /** Members of a view that shows, text for text, what it showed when it agreed, with nothing written since. */
  agreedOn(view: string, text: number): number | undefined {
    const known = this.#agreed.get(view);
    return known?.text === text && known.touched === this.#touched ? known.members : undefined;
  }

  agrees(view: string, text: number, members: number): void {
    this.#agreed.set(view, { text, touched: this.#touched, members });
  }

  /** What is known of it is another now: views that agreed before are compared again. */
  renews(): void {
    this.#touched += 1;
  }

  touch(touch: Touch): void {
    this.renews();
    if (touch.came === "refused") this.#refused = [...this.#refused, touch].slice(-MOST_TOUCHES);
    else this.#effective = [...this.#effective, touch].slice(-MOST_TOUCHES);
  }

  /**
   * Writes that may have taken effect between two sights of the record, whichever came first. What set the first value itself
   * is none of them, unless it was still under way at the second.
   */
  touchedBetween(claim: Pick<Claim, "since" | "last">, seen: Moment): readonly Touch[] {
    const { last, since } = claim;
    const [from, until] = [Math.min(last.began, seen.began), Math.max(last.ended, seen.ended)];
    return [...this.#refused, ...this.#effective].filter(
      (one) => one.ended >= from && one.began <= until && (one.exchange !== since.exchange || seen.began <= one.ended),
    );
  }

  /** Whether another write was under way together with one. */
  isContended(moment: Moment): boolean {
    return [...this.#refused, ...this.#effective].some(
      (one) => one.exchange !== moment.exchange && one.ended >= moment.began && one.began <= moment.ended,
    );
  }

  /** It was made, and no write that was carried out has addressed it since. */
  get isAsMade(): boolean {
    const { made } = this;
    return made !== undefined && this.#effective.every(({ exchange }) => exchange === made.exchange);
  }

  /** When the last write was answered that may have changed it. */
  get settledAt(): number {
    const ends = this.#effective.map(({ ended }) => ended);
    return Math.max(this.made?.ended ?? Number.NEGATIVE_INFINITY, ...ends);
  }
}
