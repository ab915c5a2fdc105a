import type { OperationId } from "@plumbline/schemas";
import type { Kind } from "./kinds.ts";
import type { Asked, Moment, Observation, Values } from "./observation.ts";
import { Steps } from "./steps.ts";

/** The known value of a member, from an answer. */
export interface Claim {
  readonly value: unknown;
  readonly since: Moment;
  /** The last time it was shown. */
  readonly last: Moment;
  /** The read that showed it; `undefined` if a write's answer did. */
  readonly view: Asked | undefined;
  /** True if a write's answer showed it, or a read long enough after the last write. */
  readonly isFirm: boolean;
}

/** A write that addressed a record, or that may have changed it. */
export interface Touch extends Moment {
  readonly operation: OperationId;
  readonly came: Observation["came"]["kind"];
}

/** The most refused writes kept per record, and the most others. The oldest are forgotten. */
const MOST_TOUCHES = 8;

/** Everything known about one record. */
export class KnownRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly place: Values;
  /** The answer to a create showed it. */
  isTold = false;
  /** The time at which the caller created it; `undefined` if a write with unknown effects may have removed it since. */
  made: Moment | undefined;
  /** The caller created it and ended it since, so reads may no longer show it. */
  hasEnded = false;
  /** The record's name, if a path can address it by name. */
  name: string | undefined;
  gone: Moment | undefined;
  /** A write with an unknown outcome may take effect at any time, so the model does not judge the record any more. */
  isDoubtful = false;
  readonly claims = new Map<string, Claim>();
  /** The values that were known before the last write that took effect; a read soon after it may still show them. */
  former: ReadonlyMap<string, Claim> = new Map();
  /** The shown values of moving members. */
  readonly steps = new Steps();
  /** Reads that have shown the record. */
  readonly seenIn = new Set<OperationId>();
  /** For each view, when its last compared read began. */
  readonly shownAt = new Map<string, number>();
  /** Kept separately, so that many refused writes do not displace effective ones. */
  #refused: readonly Touch[] = [];
  #effective: readonly Touch[] = [];
  #touched = 0;
  /** For each view, the hash of the record when it agreed with everything known, and the number of changes by then. */
  readonly #agreed = new Map<string, { readonly text: number; readonly touched: number; readonly members: number }>();

  constructor(kind: Kind, id: string, place: Values) {
    this.kind = kind;
    this.id = id;
    this.place = place;
  }

  /** The number of members, if a view shows exactly the text that agreed before and nothing was written since. */
  agreedOn(view: string, text: number): number | undefined {
    const known = this.#agreed.get(view);
    return known?.text === text && known.touched === this.#touched ? known.members : undefined;
  }

  agrees(view: string, text: number, members: number): void {
    this.#agreed.set(view, { text, touched: this.#touched, members });
  }

  /** The known values changed, so views that agreed before must be compared again. */
  renews(): void {
    this.#touched += 1;
  }

  touch(touch: Touch): void {
    this.renews();
    if (touch.came === "refused") this.#refused = [...this.#refused, touch].slice(-MOST_TOUCHES);
    else this.#effective = [...this.#effective, touch].slice(-MOST_TOUCHES);
  }

  /**
   * Writes that may have taken effect between two reads of the record, in either order. The write that set the first
   * value counts only if it was still under way at the second.
   */
  touchedBetween(claim: Pick<Claim, "since" | "last">, seen: Moment): readonly Touch[] {
    const { last, since } = claim;
    const [from, until] = [Math.min(last.began, seen.began), Math.max(last.ended, seen.ended)];
    return [...this.#refused, ...this.#effective].filter(
      (one) => one.ended >= from && one.began <= until && (one.exchange !== since.exchange || seen.began <= one.ended),
    );
  }

  /** Whether another write was under way at the same time. */
  isContended(moment: Moment): boolean {
    return [...this.#refused, ...this.#effective].some(
      (one) => one.exchange !== moment.exchange && one.ended >= moment.began && one.began <= moment.ended,
    );
  }

  /** The caller created it, and no write that took effect has addressed it since. */
  get isAsMade(): boolean {
    const { made } = this;
    return made !== undefined && this.#effective.every(({ exchange }) => exchange === made.exchange);
  }

  /** The last write that may have changed it. */
  get lastWrite(): OperationId | undefined {
    return this.#effective.at(-1)?.operation;
  }

  /** When the last write that may have changed it was answered. */
  get settledAt(): number {
    const ends = this.#effective.map(({ ended }) => ended);
    return Math.max(this.made?.ended ?? Number.NEGATIVE_INFINITY, ...ends);
  }
}
