import type { Contradiction, ContradictionClass } from "./contradiction.ts";
import { agree, hashOf } from "./json.ts";
import { type Asked, askedOf, isSameView, type Moment, momentOf } from "./observation.ts";
import type { Claim, KnownRecord } from "./record.ts";
import type { RecordReader } from "./record-reader.ts";
import type { Sight } from "./sight.ts";
import type { UnderWay } from "./under-way.ts";

/** How many of the members read could be compared. */
export interface Knowledge {
  /** The number of members read, and of those for which only one value was possible. */
  readonly read: number;
  readonly compared: number;
}

/** The parts of the model that comparisons use. */
interface Parts {
  readonly reader: RecordReader;
  readonly underWay: UnderWay;
  readonly late: number;
  readonly quoted: (value: unknown) => string;
}

/** Compares the members of a shown record with their known values, and stores new ones. */
export class MemberValues {
  readonly #parts: Parts;
  #read = 0;
  #compared = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get knowledge(): Knowledge {
    return { read: this.#read, compared: this.#compared };
  }

  /** Stores the values that the answer of a write shows as the known values of the record. */
  claims(record: KnownRecord, values: ReadonlyMap<string, unknown>, moment: Moment): void {
    for (const [name, value] of values)
      record.claims.set(name, { value, since: moment, last: moment, view: undefined, isFirm: true });
  }

  /**
   * The contradictions between a read of a record and its known values: at most one among lasting members, plus those
   * among moving members.
   */
  see(sight: Sight, record: KnownRecord, shown: unknown): readonly Contradiction[] {
    return [...this.#agrees(sight, record, shown), ...this.#moves(sight, record, shown)];
  }

  /** If nothing was written since the record agreed with all known values, the same record text agrees again. */
  #agrees(sight: Sight, record: KnownRecord, shown: unknown): readonly Contradiction[] {
    const { reader, underWay } = this.#parts;
    const view = viewOf(sight.seen);
    const text = hashOf(JSON.stringify(shown) ?? "");
    const members = underWay.mayChange(record) ? undefined : record.agreedOn(view, text);
    if (members !== undefined) {
      this.#read += members;
      this.#compared += members;
      sight.upholds("unaddressed");
      return [];
    }
    const values = reader.lastingIn(shown, sight.seen, record.kind);
    const before = this.#compared;
    const found = this.#compare(sight, record, values);
    // All members were compared, and none differs.
    if (found.length === 0 && this.#compared - before === values.size) record.agrees(view, text, values.size);
    return found;
  }

  #compare(sight: Sight, record: KnownRecord, values: ReadonlyMap<string, unknown>): readonly Contradiction[] {
    const { seen } = sight;
    const moment = momentOf(seen);
    const isUnderWay = this.#parts.underWay.mayChange(record);
    // A read soon after a write may show the state before it, so a later read overrides it.
    const isFirm = seen.began - record.settledAt >= this.#parts.late;
    const fresh = (value: unknown): Claim => ({ value, since: moment, last: moment, view: askedOf(seen), isFirm });
    const found: Contradiction[] = [];
    for (const [name, value] of values) {
      this.#read += 1;
      const claim = record.claims.get(name);
      if (claim === undefined) {
        if (!record.isContended(moment)) record.claims.set(name, fresh(value));
        continue;
      }
      const between = record.touchedBetween(claim, moment);
      const isOpen = between.some(({ came }) => came !== "refused") || isUnderWay;
      const isSame = agree(claim.value, value);
      if (!isSame && (isOpen || (isFirm && !claim.isFirm && !isBackAgain(record, name, claim, value)))) {
        record.claims.set(name, fresh(value));
        record.renews();
        continue;
      }
      if (!isOpen) this.#compared += 1;
      const kind = classOf(claim, seen, between.length > 0);
      if (isSame) {
        if (!isOpen) agreesWith(sight, claim, kind, record);
        const view = claim.view ?? askedOf(seen);
        const last = later(claim.last, moment);
        record.claims.set(name, { ...claim, last, view, isFirm: claim.isFirm || isFirm });
        continue;
      }
      const contradiction = this.#differs(sight, record, claim, kind, name, value);
      found.push(contradiction);
      // Report each change once: from now on, the new value is the known one.
      if (kind === "views" || contradiction.mayBeLate) continue;
      record.claims.set(name, fresh(value));
      record.renews();
    }
    record.shownAt.set(viewOf(seen), moment.began);
    return found.slice(0, 1);
  }

  #differs(
    sight: Sight,
    record: KnownRecord,
    claim: Claim,
    kind: ContradictionClass,
    name: string,
    value: unknown,
  ): Contradiction {
    const { quoted } = this.#parts;
    const asked = askedOf(sight.seen);
    // A late read shows an earlier state, but a record without writes since its creation has none.
    const since = kind === "refused" && record.isAsMade ? Number.NEGATIVE_INFINITY : record.settledAt;
    return sight.contradiction(kind, record, {
      expected: `${name}: ${quoted(claim.value)}, as ${originOf(claim)} showed`,
      received: `${name}: ${quoted(value)} in ${seenIn(asked)}`,
      known: claim.last.exchange,
      since,
      again: claim.view === undefined ? [asked] : [claim.view, asked],
    });
  }

  /** Compares moving members with the values that another view showed at nearly the same time. */
  #moves(sight: Sight, record: KnownRecord, shown: unknown): readonly Contradiction[] {
    const { quoted, reader, underWay } = this.#parts;
    const { seen } = sight;
    const values = reader.stepsIn(shown, record.kind);
    if (values.size === 0) return [];
    const moment = momentOf(seen);
    const isUnderWay = underWay.mayChange(record);
    const isWritten = (before: Moment): boolean =>
      isUnderWay ||
      record.touchedBetween({ since: before, last: before }, moment).some(({ came }) => came !== "refused");
    const found = record.steps.see(values, askedOf(seen), moment, isWritten);
    sight.steps(record, record.steps.takeMoved());
    return found.map(({ name, value, known }) => {
      const said = {
        expected: `${name}: ${quoted(known.value)}, as ${seenIn(known.view)} showed`,
        received: `${name}: ${quoted(value)} in ${seenIn(seen)}`,
        known: known.moment.exchange,
        since: Number.NEGATIVE_INFINITY,
        again: [known.view, askedOf(seen)],
      };
      return { ...sight.contradiction("views", record, said), mayBeLate: true, member: name };
    });
  }
}

/**
 * A read shows the known value. This confirms this read, the read that showed the value before, and that the record did
 * not change.
 */
function agreesWith(sight: Sight, { since, view }: Claim, kind: ContradictionClass, record: KnownRecord): void {
  sight.upholds(kind);
  if (kind !== "views" || view === undefined) return;
  sight.upholds("views", view);
  const before = record.shownAt.get(viewOf(sight.seen));
  if (before !== undefined && before >= since.began) sight.upholds("unaddressed");
}

/**
 * Whether a read shows the value from before the last write, although an earlier read showed that the write took
 * effect. That earlier read was not too soon, so the value is not just late.
 */
function isBackAgain({ former }: KnownRecord, name: string, claim: Claim, value: unknown): boolean {
  const before = former.get(name);
  return before?.isFirm === true && agree(before.value, value) && !agree(before.value, claim.value);
}

function classOf(claim: Claim, view: Asked, wasRefused: boolean): ContradictionClass {
  // The value comes only from a write's answer, which may have been wrong.
  if (wasRefused && claim.view !== undefined) return "refused";
  return claim.view !== undefined && isSameView(claim.view, view) ? "unaddressed" : "views";
}

const viewOf = ({ operation, version, who }: Asked): string => `${operation} ${version} ${who ?? ""}`;

const later = (one: Moment, other: Moment): Moment => (other.began > one.began ? other : one);

const originOf = ({ view }: Claim): string => (view === undefined ? "the write that set it" : seenIn(view));

/** An operation, with the role of the key if it is not the usual one. */
export const seenIn = ({ operation, who }: Asked): string => (who === undefined ? operation : `${operation} to ${who}`);
