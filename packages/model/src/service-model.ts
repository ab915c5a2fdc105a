import { type Contract, isWriteId } from "@plumbline/schemas";
import type { Contradiction } from "./contradiction.ts";
import { effectsOf, isEffective, reachedBy, readOf } from "./effects.ts";
import { type Effect, KINDS, type Kind } from "./kinds.ts";
import { KnownRecords, within } from "./known-records.ts";
import { Listings, placeOf } from "./listings.ts";
import { type Knowledge, MemberValues, seenIn } from "./member-values.ts";
import { type Asked, askedOf, type Moment, momentOf, type Observation } from "./observation.ts";
import type { KnownRecord, Touch } from "./record.ts";
import { RecordReader, type Taken } from "./record-reader.ts";
import type { Seeing } from "./seeing.ts";
import { Sight } from "./sight.ts";
import { isAll, Totals } from "./totals.ts";
import { UnderWay } from "./under-way.ts";

/** Effects whose answer shows the record's new state. */
const ANSWERED: readonly Effect[] = ["changes", "starts", "stops"];
/** Statuses that mean an absent record. */
const ABSENT: readonly number[] = [404, 410];
/** Milliseconds. */
const LATE = 3_000;

/** Functions for reading answers, and how late answers may be. */
export interface ModelParts extends Taken {
  /**
   * Whether a record has the caller's mark, so that the caller requested it although no answer showed it. Default:
   * never.
   */
  readonly isStray?: (kind: Kind, id: string, record: unknown) => boolean;
  /** Milliseconds after a write within which a read may show the state before it. Default 3,000. */
  readonly late?: number;
  /**
   * Formats a value for a message. Secrets must be masked before a value is shortened, so the default is the whole
   * value as JSON.
   */
  readonly quoted?: (value: unknown) => string;
}

/** Which records a write may have changed that should have been refused: all of its kind, or all of them. */
export type Extent = "kind" | "everything";

/**
 * The state that the service must have according to its answers so far. It takes every exchange and says which answer
 * contradicts what was known. A read may take effect before or after a concurrent write. If the outcome of a write is
 * unknown, the model no longer judges the addressed records. Its only side effect is its own memory; it never throws
 * because of an answer.
 */
export class ServiceModel {
  readonly #contract: Contract;
  readonly #isStray: ModelParts["isStray"];
  readonly #late: number;
  readonly #reader: RecordReader;
  readonly #records = new KnownRecords();
  readonly #underWay = new UnderWay(this.#records);
  readonly #values: MemberValues;
  readonly #totals: Totals;
  readonly #listings = new Listings();
  /** When a create of each kind was last answered, and the kinds with a create whose answer showed no record. */
  readonly #created = new Map<Kind, number>();
  readonly #untold = new Set<Kind>();
  /** When the last write was answered. */
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(parts: ModelParts) {
    this.#contract = parts.contract;
    this.#isStray = parts.isStray;
    this.#late = parts.late ?? LATE;
    this.#reader = new RecordReader(parts);
    this.#totals = new Totals(parts.contract);
    this.#values = new MemberValues({
      reader: this.#reader,
      underWay: this.#underWay,
      late: this.#late,
      quoted: parts.quoted ?? whole,
    });
  }

  get knowledge(): Knowledge {
    return this.#values.knowledge;
  }

  /**
   * Registers a write that is being sent. Until the returned function is called, the addressed records may change at
   * any moment.
   */
  begins(asked: Asked): () => void {
    return this.#underWay.begins(asked);
  }

  /** Adds an exchange, and returns how its answer agrees with what was known. */
  see(observation: Observation): Seeing {
    const sight = new Sight(observation, this.#late);
    this.#write(observation);
    return sight.with(this.#contradictions(sight));
  }

  /**
   * Adds a write that should have been refused but was not. The records that it may have changed, and whether they
   * still exist, are unknown from then on.
   */
  mistrust(observation: Observation, extent: Extent): void {
    this.#write(observation);
    const { came, operation } = observation;
    const kinds = [...effectsOf(operation).map(({ kind }) => kind), ...reachedBy(operation)];
    for (const record of this.#records.all()) {
      if (extent === "kind" && !kinds.includes(record.kind)) continue;
      record.claims.clear();
      record.made = undefined;
      record.touch({ ...momentOf(observation), operation, came: "done" });
      if (came.kind === "unknown") record.isDoubtful = true;
    }
  }

  #contradictions(sight: Sight): readonly Contradiction[] {
    const read = readOf(sight.seen.operation);
    if (read === undefined) return this.#count(sight, undefined);
    if (read.form === "get") return this.#one(sight, read.kind);
    return [...this.#count(sight, read.kind), ...this.#list(sight, read.kind, read.form === "list")];
  }

  #write(seen: Observation): void {
    const { came, operation } = seen;
    const moment = momentOf(seen);
    for (const kind of reachedBy(operation))
      for (const record of this.#records.ofKind(kind))
        record.touch({ ...moment, operation, came: came.kind === "refused" ? "refused" : "done" });
    // From now on, a list may have another total.
    if (isEffective(operation)) {
      this.#totals.forget();
      this.#lastWrite = Math.max(this.#lastWrite, seen.ended);
    }
    for (const { kind, effect } of effectsOf(operation)) {
      if (effect === "makes") this.#makes(seen, kind, moment);
      else for (const record of this.#written(seen, kind)) this.#changes(seen, record, effect, moment);
    }
  }

  #makes(seen: Observation, kind: Kind, moment: Moment): void {
    // A create without an answer, or with an answer without a record, may have created one.
    const record = seen.came.kind === "done" ? this.#reader.recordIn(seen.came.json, kind) : undefined;
    const id = this.#reader.idOf(record, kind);
    this.#created.set(kind, seen.ended);
    if (id === undefined) {
      if (seen.came.kind !== "refused") this.#untold.add(kind);
      return;
    }
    // Other requests may have read and changed the record before its answer came.
    const known = this.#records.at(kind, within(seen.path, kind), id);
    known.made ??= moment;
    known.isTold = true;
    if (!known.isContended(moment) && known.gone === undefined)
      this.#values.claims(known, this.#reader.lastingIn(record, seen, known.kind), moment);
  }

  #changes(seen: Observation, record: KnownRecord, effect: Effect, moment: Moment): void {
    const { came, operation } = seen;
    // Ending a record that is ended already changes nothing more.
    const isRepeated = effect === "ends" && record.lastWrite === operation;
    record.touch({ ...moment, operation, came: came.kind });
    if (came.kind === "unknown") record.isDoubtful = true;
    if (came.kind !== "done") return;
    if (effect === "removes") record.gone ??= moment;
    if (effect === "starts") record.made = moment;
    // The caller created it all the same, so nobody else changes it.
    if (effect === "ends") record.hasEnded ||= record.made !== undefined;
    if (effect === "ends" || effect === "stops") record.made = undefined;
    if (!isRepeated) record.former = new Map(record.claims);
    record.claims.clear();
    if (!ANSWERED.includes(effect) || record.isContended(moment)) return;
    const shown = this.#reader.recordIn(came.json, record.kind);
    const id = this.#reader.idOf(shown, record.kind);
    if (KINDS[record.kind].id === undefined || id === record.id)
      this.#values.claims(record, this.#reader.lastingIn(shown, seen, record.kind), moment);
  }

  /** The records that a write addresses, which no answer may have shown yet. */
  #written(seen: Observation, kind: Kind): readonly KnownRecord[] {
    const known = this.#records.addressed(seen, kind);
    const { parameter } = KINDS[kind];
    const id = parameter === undefined ? undefined : seen.path[parameter];
    if (known.length > 0 || id === undefined || seen.came.kind === "refused") return known;
    return [this.#records.at(kind, within(seen.path, kind), id)];
  }

  #one(sight: Sight, kind: Kind): readonly Contradiction[] {
    const { seen } = sight;
    const { came } = seen;
    if (came.kind === "unknown") return [];
    if (came.kind === "refused") {
      const record = this.#records.named(seen, kind);
      if (record === undefined || !ABSENT.includes(came.status)) return [];
      if (record.gone !== undefined && record.gone.ended < seen.began) sight.upholds("gone");
      return this.#missing(sight, record, `a status of ${came.status}`);
    }
    const shown = this.#reader.recordIn(came.json, kind);
    const { id: idName, parameter } = KINDS[kind];
    const id = idName === undefined ? "" : this.#reader.idOf(shown, kind);
    const wanted = parameter === undefined ? undefined : seen.path[parameter];
    // Other rules judge whether the answer shows the right record.
    return id === undefined || (wanted !== undefined && wanted !== id) ? [] : this.#shown(sight, kind, id, shown);
  }

  #list(sight: Sight, kind: Kind, isWhole: boolean): readonly Contradiction[] {
    const { seen } = sight;
    if (seen.came.kind !== "done") return [];
    const records = this.#reader.recordsIn(seen.came.json, kind);
    if (records === undefined) return [];
    const ids = new Set<string>();
    const found = records.flatMap((record) => {
      const id = this.#reader.idOf(record, kind);
      if (id === undefined || ids.has(id)) return [];
      ids.add(id);
      return [...this.#shown(sight, kind, id, record), ...this.#elsewhere(sight, kind, id)];
    });
    if (!isWhole || KINDS[kind].isListedApart || !isAll(seen, this.#contract.operation(seen.operation), records.length))
      return found;
    const absent = this.#records.inPlace(kind, within(seen.path, kind)).filter(({ id }) => !ids.has(id));
    if (absent.some(({ gone }) => gone !== undefined && gone.ended < seen.began)) sight.upholds("gone");
    return [...found, ...absent.flatMap((one) => this.#missing(sight, one, "a list without it"))];
  }

  /** A list shows a record that another list of its kind has shown in another place. */
  #elsewhere(sight: Sight, kind: Kind, id: string): readonly Contradiction[] {
    const { seen } = sight;
    if (KINDS[kind].belongsTo?.includes(seen.operation) !== true) return [];
    const record = this.#records.find(kind, within(seen.path, kind), id);
    const listed = this.#listings.see(seen, id);
    if (listed === undefined) sight.upholds("elsewhere");
    if (listed === undefined || record === undefined) return [];
    const said = {
      expected: `${kind} ${id} only in the list of ${placeOf(listed.asked)}`,
      received: `it in that of ${placeOf(seen)} as well`,
      known: listed.exchange,
      since: Number.NEGATIVE_INFINITY,
      again: [listed.asked, askedOf(seen)],
    };
    return [{ ...sight.contradiction("elsewhere", record, said), mayBeLate: true }];
  }

  /** A read shows a record. The record may have been removed, or its values may have changed. */
  #shown(sight: Sight, kind: Kind, id: string, shown: unknown): readonly Contradiction[] {
    const { seen } = sight;
    const record = this.#records.at(kind, within(seen.path, kind), id);
    record.name ??= this.#reader.nameOf(shown, kind);
    if (record.isDoubtful) return [];
    const { gone } = record;
    if (gone !== undefined) {
      if (KINDS[kind].fades || seen.began <= gone.ended || this.#reader.isGoing(shown, kind)) return [];
      const received = `it in ${seen.operation}`;
      const expected = `no ${kind} ${id}, which was removed`;
      return [sight.contradiction("gone", record, { expected, received, known: gone.exchange, since: gone.ended })];
    }
    record.seenIn.add(seen.operation);
    const stray = this.#stray(sight, record, shown);
    if (stray !== undefined) return [stray];
    if (record.made !== undefined && record.made.ended < seen.began) sight.upholds("missing");
    return this.#values.see(sight, record, shown);
  }

  /** The caller requested this record, but no answer to a create showed it, so a refused create made it. */
  #stray(sight: Sight, record: KnownRecord, shown: unknown): Contradiction | undefined {
    const { id, kind } = record;
    const isTold = this.#records.withId(kind, id).some((one) => one.isTold);
    const since = this.#created.get(kind);
    if (isTold || since === undefined || this.#untold.has(kind) || this.#underWay.mayMake(kind)) return undefined;
    if (this.#isStray?.(kind, id, shown) !== true) return undefined;
    const expected = `no ${kind} that was asked for but those which creates were answered with`;
    const received = `${id} in ${sight.seen.operation}`;
    const said = { expected, received, known: sight.seen.exchange, since };
    return { ...sight.contradiction("refused", record, said), isOwn: true };
  }

  #missing(sight: Sight, record: KnownRecord, received: string): readonly Contradiction[] {
    const { seen } = sight;
    const { gone, id, isDoubtful, kind, made } = record;
    if (made === undefined || gone !== undefined || isDoubtful || seen.began <= made.ended) return [];
    if (KINDS[kind].isMissedWhere === "seen" && !record.seenIn.has(seen.operation)) return [];
    const touches = record.touchedBetween({ since: made, last: made }, momentOf(seen));
    if (isRemovedBy(kind, touches) || this.#underWay.mayChange(record)) return [];
    const said = {
      expected: `the ${kind} ${id}, which was made and not removed`,
      received: `${received} in ${seenIn(seen)}`,
      known: made.exchange,
      since: record.settledAt,
    };
    return [sight.contradiction("missing", record, said)];
  }

  #count(sight: Sight, kind: Kind | undefined): readonly Contradiction[] {
    const { seen } = sight;
    const found = this.#totals.see(seen, kind, this.#underWay.isNothing && seen.began > this.#lastWrite);
    if (found === "upheld") sight.upholds("count");
    return typeof found === "object" ? [found] : [];
  }
}

function isRemovedBy(kind: Kind, touches: readonly Touch[]): boolean {
  const { writes } = KINDS[kind];
  return touches.some(
    ({ came, operation }) => came !== "refused" && isWriteId(operation) && writes[operation] === "removes",
  );
}

const whole = (value: unknown): string => JSON.stringify(value) ?? "nothing";
