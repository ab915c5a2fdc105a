import { type Contract, isWriteId, type OperationId } from "@plumbline/schemas";
import type { Contradiction, ContradictionClass } from "./contradiction.ts";
import { agree, hashOf } from "./json.ts";
import { ALL_KINDS, type Effect, KINDS, type Kind, type KindOfRecord } from "./kinds.ts";
import { Listings, placeOf } from "./listings.ts";
import { type Asked, askedOf, isSameView, type Moment, type Observation, type Values } from "./observation.ts";
import { type Claim, KnownRecord, type Touch } from "./record.ts";
import { RecordReader, type Taken } from "./record-reader.ts";
import type { Agreement, Seeing } from "./seeing.ts";
import { isAll, Totals } from "./totals.ts";

/** Records that are remembered; the oldest are forgotten first. */
const MOST_RECORDS = 10_000;
/** Effects that are answered with the record as it is now. */
const ANSWERED: readonly Effect[] = ["changes", "starts", "stops"];
/** How a record that is not there is answered. */
const ABSENT: readonly number[] = [404, 410];

/** How answers are read, and how late they may be. */
export interface ModelParts extends Taken {
  /** Whether a record is one that the caller asked for and was never answered with: it bears the caller's mark. Default: never. */
  readonly isStray?: (kind: Kind, id: string, record: unknown) => boolean;
  /** Milliseconds after a write within which a read may show what was before. Default 3,000. */
  readonly late?: number;
  /** A value in a message. Whoever masks secrets cuts it only after that, so the default is the whole of it, as JSON. */
  readonly quoted?: (value: unknown) => string;
}

/** How far a write may have reached that should have been refused: all records of its kind, or whatever there is. */
export type Extent = "kind" | "everything";

/** How much the model has had to say. */
export interface Knowledge {
  /** Members of records that were read, and those of them for which one value alone was possible. */
  readonly read: number;
  readonly compared: number;
}

/**
 * What the service must hold by now, as far as the answers so far say: takes every exchange, and says which answer
 * contradicts what was known. Every read may come before or after a write that was under way with it; whatever a write of
 * unknown outcome addressed is not known any more. Pure but for what it remembers; it never throws over an answer.
 */
export class ServiceModel {
  readonly #contract: Contract;
  readonly #parts: ModelParts;
  readonly #quoted: (value: unknown) => string;
  readonly #late: number;
  readonly #reader: RecordReader;
  readonly #records = new Map<string, KnownRecord>();
  readonly #reads = new Map<OperationId, { readonly kind: Kind; readonly form: "get" | "list" | "part" }>();
  readonly #writes = new Map<OperationId, { readonly kind: Kind; readonly effect: Effect }[]>();
  readonly #reached = new Map<OperationId, Kind[]>();
  /** Records by kind and id, wherever they are. */
  readonly #byId = new Map<string, Set<KnownRecord>>();
  /** When a create of a kind was answered last, and kinds of which one was not answered with a record. */
  readonly #created = new Map<Kind, number>();
  readonly #untold = new Set<Kind>();
  /** When the last write was answered. */
  #lastWrite = Number.NEGATIVE_INFINITY;
  readonly #underWay = new Set<Asked>();
  readonly #totals: Totals;
  readonly #listings = new Listings();
  /** In what the answer that is looked at agrees with what was known. */
  readonly #upheld = new Map<string, Agreement>();
  /** Records of which it shows that something has moved on. */
  readonly #moved = new Set<string>();
  /** Records of which it shows what may move on. */
  readonly #stepped = new Set<string>();
  #read = 0;
  #compared = 0;

  constructor(parts: ModelParts) {
    this.#parts = parts;
    this.#contract = parts.contract;
    this.#reader = new RecordReader(parts);
    this.#totals = new Totals(parts.contract);
    this.#late = parts.late ?? 3_000;
    this.#quoted = parts.quoted ?? whole;
    for (const kind of ALL_KINDS) this.#learn(kind, KINDS[kind]);
  }

  /** Hears of a write that is sent: until the function is called that it returns, what it addresses may change at any moment. */
  begins(asked: Asked): () => void {
    if (!this.#writes.has(asked.operation) && !this.#reached.has(asked.operation)) return () => undefined;
    this.#underWay.add(asked);
    return () => this.#underWay.delete(asked);
  }

  /** Takes an exchange in; what its answer says of what was known. */
  see(observation: Observation): Seeing {
    this.#upheld.clear();
    this.#moved.clear();
    this.#stepped.clear();
    this.#write(observation);
    const contradictions = this.#contradictions(observation);
    const [upheld, moved, stepped] = [[...this.#upheld.values()], [...this.#moved], [...this.#stepped]];
    return { contradictions, upheld, moved, stepped };
  }

  #contradictions(observation: Observation): readonly Contradiction[] {
    const read = this.#reads.get(observation.operation);
    if (read === undefined) return this.#count(observation, undefined);
    if (read.form === "get") return this.#one(observation, read.kind);
    return [...this.#count(observation, read.kind), ...this.#list(observation, read.kind, read.form === "list")];
  }

  get knowledge(): Knowledge {
    return { read: this.#read, compared: this.#compared };
  }

  /**
   * Takes in a write that should have been refused and was not: what it may have reached is not known any more, nor whether
   * it is there.
   */
  mistrust(observation: Observation, extent: Extent): void {
    this.#write(observation);
    const { came, operation } = observation;
    const kinds = [
      ...(this.#writes.get(operation) ?? []).map(({ kind }) => kind),
      ...(this.#reached.get(operation) ?? []),
    ];
    for (const record of this.#records.values()) {
      if (extent === "kind" && !kinds.includes(record.kind)) continue;
      record.claims.clear();
      record.made = undefined;
      record.touch({ ...momentOf(observation), operation, came: "done" });
      if (came.kind === "unknown") record.isDoubtful = true;
    }
  }

  #learn(kind: Kind, { gets, lists, parts = [], reached = [], writes }: KindOfRecord): void {
    for (const operation of gets) this.#reads.set(operation, { kind, form: "get" });
    for (const operation of lists) this.#reads.set(operation, { kind, form: "list" });
    for (const operation of parts) this.#reads.set(operation, { kind, form: "part" });
    for (const [operation, effect] of Object.entries(writes)) {
      const id = operation as OperationId;
      this.#writes.set(id, [...(this.#writes.get(id) ?? []), { kind, effect }]);
    }
    for (const { by } of reached) this.#reached.set(by, [...(this.#reached.get(by) ?? []), kind]);
  }

  #write(seen: Observation): void {
    const { came, operation } = seen;
    const moment = momentOf(seen);
    for (const kind of this.#reached.get(operation) ?? [])
      for (const record of this.#records.values())
        if (record.kind === kind)
          record.touch({ ...moment, operation, came: came.kind === "refused" ? "refused" : "done" });
    const written = this.#writes.get(operation) ?? [];
    // What a list has may be another number from now on.
    if (written.length > 0 || this.#reached.has(operation)) {
      this.#totals.forget();
      this.#lastWrite = Math.max(this.#lastWrite, seen.ended);
    }
    for (const { kind, effect } of written) {
      if (effect === "makes") this.#makes(seen, kind, moment);
      else for (const record of this.#written(seen, kind)) this.#changes(seen, record, effect, moment);
    }
  }

  #makes(seen: Observation, kind: Kind, moment: Moment): void {
    // What was never answered, or not with a record, may have made one.
    const record = seen.came.kind === "done" ? this.#reader.recordIn(seen.came.json, kind) : undefined;
    const id = this.#reader.idOf(record, kind);
    this.#created.set(kind, seen.ended);
    if (id === undefined) {
      if (seen.came.kind !== "refused") this.#untold.add(kind);
      return;
    }
    const place = within(seen.path, kind);
    // Others may have seen it, and written to it, before its answer came.
    const known = this.#records.get(keyOf(kind, place, id)) ?? this.#remember(new KnownRecord(kind, id, place));
    known.made ??= moment;
    known.isTold = true;
    if (!known.isContended(moment) && known.gone === undefined)
      this.#claims(known, this.#reader.lastingIn(record, seen, known.kind), moment, undefined);
  }

  #changes(seen: Observation, record: KnownRecord, effect: Effect, moment: Moment): void {
    const { came, operation } = seen;
    record.touch({ ...moment, operation, came: came.kind });
    if (came.kind === "unknown") record.isDoubtful = true;
    if (came.kind !== "done") return;
    if (effect === "removes") record.gone ??= moment;
    if (effect === "starts") record.made = moment;
    if (effect === "ends" || effect === "stops") record.made = undefined;
    record.claims.clear();
    if (!ANSWERED.includes(effect) || record.isContended(moment)) return;
    const shown = this.#reader.recordIn(came.json, record.kind);
    const id = this.#reader.idOf(shown, record.kind);
    if (KINDS[record.kind].id === undefined || id === record.id)
      this.#claims(record, this.#reader.lastingIn(shown, seen, record.kind), moment, undefined);
  }

  /** What a write addresses, which may be something that no answer has shown yet. */
  #written(seen: Observation, kind: Kind): readonly KnownRecord[] {
    const known = this.#addressed(seen, kind);
    const { parameter } = KINDS[kind];
    const id = parameter === undefined ? undefined : seen.path[parameter];
    if (known.length > 0 || id === undefined || seen.came.kind === "refused") return known;
    return [this.#remember(new KnownRecord(kind, id, within(seen.path, kind)))];
  }

  /** Records that the path of a write names, by an id or by a name, wherever they are. */
  #addressed({ path }: Pick<Asked, "path">, kind: Kind): readonly KnownRecord[] {
    const { id, named, parameter } = KINDS[kind];
    if (id === undefined) {
      const place = within(path, kind);
      return [this.#records.get(keyOf(kind, place)) ?? this.#remember(new KnownRecord(kind, "", place))];
    }
    const value = parameter === undefined ? undefined : path[parameter];
    const name = named === undefined ? undefined : path[named.parameter];
    const byId = value === undefined ? [] : [...(this.#byId.get(`${kind} ${value}`) ?? [])];
    if (name === undefined) return byId;
    const isNamed = (one: KnownRecord): boolean => one.kind === kind && (one.name ?? name) === name;
    return [...byId, ...[...this.#records.values()].filter(isNamed)];
  }

  #one(seen: Observation, kind: Kind): readonly Contradiction[] {
    const { came } = seen;
    const moment = momentOf(seen);
    if (came.kind === "unknown") return [];
    if (came.kind === "refused") {
      const record = this.#named(seen, kind);
      if (record === undefined || !ABSENT.includes(came.status)) return [];
      if (record.gone !== undefined && record.gone.ended < seen.began) this.#upholds("gone", seen);
      return this.#missing(seen, record, `a status of ${came.status}`);
    }
    const shown = this.#reader.recordIn(came.json, kind);
    const { id: idName, parameter } = KINDS[kind];
    const id = idName === undefined ? "" : this.#reader.idOf(shown, kind);
    // Whether the right record is shown is for other rules.
    if (
      id === undefined ||
      (parameter !== undefined && seen.path[parameter] !== undefined && seen.path[parameter] !== id)
    )
      return [];
    return this.#shown(seen, kind, id, shown, moment);
  }

  #list(seen: Observation, kind: Kind, isWhole: boolean): readonly Contradiction[] {
    if (seen.came.kind !== "done") return [];
    const records = this.#reader.recordsIn(seen.came.json, kind);
    if (records === undefined) return [];
    const moment = momentOf(seen);
    const ids = new Set<string>();
    const found = records.flatMap((record) => {
      const id = this.#reader.idOf(record, kind);
      if (id === undefined || ids.has(id)) return [];
      ids.add(id);
      return [...this.#shown(seen, kind, id, record, moment), ...this.#elsewhere(seen, kind, id)];
    });
    if (!isWhole || KINDS[kind].isListedApart || !isAll(seen, this.#contract.operation(seen.operation), records.length))
      return found;
    const place = within(seen.path, kind);
    const absent = [...this.#records.values()].filter(
      (one) => one.kind === kind && !ids.has(one.id) && isSamePlace(one.place, place),
    );
    if (absent.some(({ gone }) => gone !== undefined && gone.ended < seen.began)) this.#upholds("gone", seen);
    return [...found, ...absent.flatMap((one) => this.#missing(seen, one, "a list without it"))];
  }

  /** A list shows a record that another list of its kind has shown as one of another place. */
  #elsewhere(seen: Observation, kind: Kind, id: string): readonly Contradiction[] {
    if (KINDS[kind].belongsTo?.includes(seen.operation) !== true) return [];
    const record = this.#records.get(keyOf(kind, within(seen.path, kind), id));
    const listed = this.#listings.see(seen, id);
    if (listed === undefined) this.#upholds("elsewhere", seen);
    if (listed === undefined || record === undefined) return [];
    const expected = `${kind} ${id} only in the list of ${placeOf(listed.asked)}`;
    const received = `it in that of ${placeOf(seen)} as well`;
    const said = { expected, received, known: listed.exchange, since: Number.NEGATIVE_INFINITY };
    const again = [listed.asked, askedOf(seen)];
    return [{ ...this.#contradiction("elsewhere", seen, record, { ...said, again }), mayBeLate: true }];
  }

  /** Members that move are compared with what another view shows at nearly the same time. */
  #moves(seen: Observation, record: KnownRecord, shown: unknown, moment: Moment): readonly Contradiction[] {
    const values = this.#reader.stepsIn(shown, record.kind);
    if (values.size === 0) return [];
    this.#stepped.add(record.id);
    const isUnderWay = this.#isUnderWay(record);
    const isWritten = (before: Moment): boolean =>
      isUnderWay ||
      record.touchedBetween({ since: before, last: before }, moment).some(({ came }) => came !== "refused");
    const found = record.steps.see(values, askedOf(seen), moment, isWritten);
    if (record.steps.takeMoved()) this.#moved.add(record.id);
    return found.map(({ name, value, known }) => {
      const said = {
        expected: `${name}: ${this.#quoted(known.value)}, as ${seenIn(known.view)} showed`,
        received: `${name}: ${this.#quoted(value)} in ${seenIn(seen)}`,
        known: known.moment.exchange,
        since: Number.NEGATIVE_INFINITY,
        again: [known.view, askedOf(seen)],
      };
      return { ...this.#contradiction("views", seen, record, said), mayBeLate: true, member: name };
    });
  }

  /** A record was shown: it may be gone, or another than it was. */
  #shown(seen: Observation, kind: Kind, id: string, shown: unknown, moment: Moment): readonly Contradiction[] {
    const place = within(seen.path, kind);
    const record = this.#records.get(keyOf(kind, place, id)) ?? this.#remember(new KnownRecord(kind, id, place));
    record.name ??= this.#reader.nameOf(shown, kind);
    if (record.isDoubtful) return [];
    const { gone } = record;
    if (gone !== undefined) {
      if (KINDS[kind].fades || seen.began <= gone.ended || this.#reader.isGoing(shown, kind)) return [];
      const received = `it in ${seen.operation}`;
      const expected = `no ${kind} ${id}, which was removed`;
      return [
        this.#contradiction("gone", seen, record, { expected, received, known: gone.exchange, since: gone.ended }),
      ];
    }
    record.seenIn.add(seen.operation);
    const stray = this.#stray(seen, record, shown);
    if (stray !== undefined) return [stray];
    if (record.made !== undefined && record.made.ended < seen.began) this.#upholds("missing", seen);
    return [...this.#agrees(seen, record, shown, moment), ...this.#moves(seen, record, shown, moment)];
  }

  /** What is shown as it was when it agreed with all that is known agrees again, as long as nothing was written. */
  #agrees(seen: Observation, record: KnownRecord, shown: unknown, moment: Moment): readonly Contradiction[] {
    const view = viewOf(seen);
    const text = hashOf(JSON.stringify(shown) ?? "");
    const members = this.#isUnderWay(record) ? undefined : record.agreedOn(view, text);
    if (members !== undefined) {
      this.#read += members;
      this.#compared += members;
      this.#upholds("unaddressed", seen);
      return [];
    }
    const values = this.#reader.lastingIn(shown, seen, record.kind);
    const before = this.#compared;
    const found = this.#compare(seen, record, values, moment);
    // All of it was compared, and nothing of it differs.
    if (found.length === 0 && this.#compared - before === values.size) record.agrees(view, text, values.size);
    return found;
  }

  /** A record that was asked for, and that no create was answered with: one that was refused has made it. */
  #stray(seen: Observation, record: KnownRecord, shown: unknown): Contradiction | undefined {
    const { id, kind } = record;
    const isTold = [...(this.#byId.get(`${kind} ${id}`) ?? [])].some((one) => one.isTold);
    const since = this.#created.get(kind);
    if (isTold || since === undefined || this.#untold.has(kind) || this.#isMadeJustNow(kind)) return undefined;
    if (this.#parts.isStray?.(kind, id, shown) !== true) return undefined;
    const expected = `no ${kind} that was asked for but those which creates were answered with`;
    const received = `${id} in ${seen.operation}`;
    const said = { expected, received, known: seen.exchange, since };
    return { ...this.#contradiction("refused", seen, record, said), isOwn: true };
  }

  /** Whether a create of a kind was sent and is not answered yet. */
  #isMadeJustNow(kind: Kind): boolean {
    const isCreate = ({ operation }: Asked): boolean =>
      this.#writes.get(operation)?.some((one) => one.kind === kind && one.effect === "makes") === true;
    return [...this.#underWay].some(isCreate);
  }

  #compare(
    seen: Observation,
    record: KnownRecord,
    values: ReadonlyMap<string, unknown>,
    moment: Moment,
  ): readonly Contradiction[] {
    const view = askedOf(seen);
    const isUnderWay = this.#isUnderWay(record);
    // What a read shows soon after a write may be what was before it: a later read knows better.
    const isFirm = seen.began - record.settledAt >= this.#late;
    const found: Contradiction[] = [];
    for (const [name, value] of values) {
      this.#read += 1;
      const claim = record.claims.get(name);
      if (claim === undefined) {
        if (!record.isContended(moment)) record.claims.set(name, { value, since: moment, last: moment, view, isFirm });
        continue;
      }
      const between = record.touchedBetween(claim, moment);
      const isOpen = between.some(({ came }) => came !== "refused") || isUnderWay;
      const isSame = agree(claim.value, value);
      if (!isSame && (isOpen || (isFirm && !claim.isFirm))) {
        record.claims.set(name, { value, since: moment, last: moment, view, isFirm });
        record.renews();
        continue;
      }
      if (!isOpen) this.#compared += 1;
      const kind = classOf(claim, view, between.length > 0);
      if (isSame) {
        if (!isOpen) this.#agreesWith(claim, kind, seen, record);
        record.claims.set(name, {
          ...claim,
          last: later(claim.last, moment),
          view: claim.view ?? view,
          isFirm: claim.isFirm || isFirm,
        });
        continue;
      }
      const expected = `${name}: ${this.#quoted(claim.value)}, as ${originOf(claim)} showed`;
      const received = `${name}: ${this.#quoted(value)} in ${seenIn(seen)}`;
      const again = claim.view === undefined ? [view] : [claim.view, view];
      // A late read shows what was before: of a record that was only made there is nothing else to show.
      const since = kind === "refused" && record.isAsMade ? Number.NEGATIVE_INFINITY : record.settledAt;
      const known = { expected, received, known: claim.last.exchange, since, again };
      const contradiction = this.#contradiction(kind, seen, record, known);
      found.push(contradiction);
      // Said once: from now on it is what the service says.
      if (kind === "views" || contradiction.mayBeLate) continue;
      record.claims.set(name, { value, since: moment, last: moment, view, isFirm });
      record.renews();
    }
    record.shownAt.set(viewOf(seen), moment.began);
    return found.slice(0, 1);
  }

  /** A read shows what was known: that speaks for it, for the read that had shown it, and for a record that stayed as it was. */
  #agreesWith({ since, view }: Claim, kind: ContradictionClass, seen: Observation, record: KnownRecord): void {
    this.#upholds(kind, seen);
    if (kind !== "views" || view === undefined) return;
    this.#upholds("views", view);
    const before = record.shownAt.get(viewOf(seen));
    if (before !== undefined && before >= since.began) this.#upholds("unaddressed", seen);
  }

  #upholds(kind: ContradictionClass, { operation, version }: Pick<Asked, "operation" | "version">): void {
    this.#upheld.set(`${kind} ${operation} ${version}`, { class: kind, operation, version });
  }

  #missing(seen: Observation, record: KnownRecord, received: string): readonly Contradiction[] {
    const { gone, id, isDoubtful, kind, made } = record;
    if (made === undefined || gone !== undefined || isDoubtful || seen.began <= made.ended) return [];
    if (KINDS[kind].isMissedWhere === "seen" && !record.seenIn.has(seen.operation)) return [];
    const moment = momentOf(seen);
    const touches = record.touchedBetween({ since: made, last: made }, moment);
    if (this.#isRemovedBy(kind, touches)) return [];
    if (this.#isUnderWay(record)) return [];
    const expected = `the ${kind} ${id}, which was made and not removed`;
    return [
      this.#contradiction("missing", seen, record, {
        expected,
        received: `${received} in ${seenIn(seen)}`,
        known: made.exchange,
        since: record.settledAt,
      }),
    ];
  }

  #isRemovedBy(kind: Kind, touches: readonly Touch[]): boolean {
    const { writes } = KINDS[kind];
    return touches.some(
      ({ came, operation }) => came !== "refused" && isWriteId(operation) && writes[operation] === "removes",
    );
  }

  /** Whether a write was sent and is not answered yet that may change a record. */
  #isUnderWay(record: KnownRecord): boolean {
    return [...this.#underWay].some(({ operation, path }) => {
      if (this.#reached.get(operation)?.includes(record.kind)) return true;
      const isOfKind = this.#writes.get(operation)?.some(({ kind }) => kind === record.kind) === true;
      return isOfKind && this.#addressed({ path }, record.kind).includes(record);
    });
  }

  #count(seen: Observation, kind: Kind | undefined): readonly Contradiction[] {
    const found = this.#totals.see(seen, kind, this.#underWay.size === 0 && seen.began > this.#lastWrite);
    if (found === "upheld") this.#upholds("count", seen);
    return typeof found === "object" ? [found] : [];
  }

  #contradiction(
    kind: ContradictionClass,
    seen: Observation,
    record: KnownRecord,
    said: Pick<Contradiction, "expected" | "received" | "known"> & {
      readonly since: number;
      readonly again?: readonly Asked[];
    },
  ): Contradiction {
    const { since, again = [askedOf(seen)], ...told } = said;
    return {
      class: kind,
      kind: record.kind,
      operation: seen.operation,
      version: seen.version,
      id: record.id,
      isOwn: record.made !== undefined,
      ...told,
      exchange: seen.exchange,
      mayBeLate: seen.began - since < this.#late,
      ...(Number.isFinite(since) && { age: seen.began - since }),
      again,
    };
  }

  #claims(record: KnownRecord, values: ReadonlyMap<string, unknown>, moment: Moment, view: Asked | undefined): void {
    for (const [name, value] of values)
      record.claims.set(name, { value, since: moment, last: moment, view, isFirm: true });
  }

  /** The record that a path names by its id. */
  #named({ path }: Observation, kind: Kind): KnownRecord | undefined {
    const { parameter } = KINDS[kind];
    const id = parameter === undefined ? undefined : path[parameter];
    return id === undefined ? undefined : this.#records.get(keyOf(kind, within(path, kind), id));
  }

  #remember(record: KnownRecord): KnownRecord {
    const key = keyOf(record.kind, record.place, record.id);
    const oldest = this.#records.size < MOST_RECORDS ? undefined : this.#records.entries().next().value;
    if (oldest !== undefined) this.#forgets(...oldest);
    this.#records.set(key, record);
    const same = this.#byId.get(`${record.kind} ${record.id}`) ?? new Set();
    this.#byId.set(`${record.kind} ${record.id}`, same.add(record));
    return record;
  }

  #forgets(key: string, record: KnownRecord): void {
    this.#records.delete(key);
    const same = this.#byId.get(`${record.kind} ${record.id}`);
    same?.delete(record);
    if (same?.size === 0) this.#byId.delete(`${record.kind} ${record.id}`);
  }
}

const momentOf = ({ began, ended, exchange }: Observation): Moment => ({ began, ended, exchange });

/** The part of a path that says where records of a kind are. */
function within(path: Values, kind: Kind): Values {
  const { parameter, within: names } = KINDS[kind];
  return Object.fromEntries(
    names.flatMap((name) => (path[name] === undefined || name === parameter ? [] : [[name, path[name]]])),
  );
}

const keyOf = (kind: Kind, place: Values, id = ""): string =>
  `${kind} ${JSON.stringify(Object.entries(place).sort())} ${id}`;

const isSamePlace = (one: Values, other: Values): boolean =>
  Object.entries(one).every(([name, value]) => other[name] === value);

const viewOf = ({ operation, version, who }: Asked): string => `${operation} ${version} ${who ?? ""}`;

const later = (one: Moment, other: Moment): Moment => (other.began > one.began ? other : one);

function classOf(claim: Claim, view: Asked, wasRefused: boolean): ContradictionClass {
  // What only a write's answer has shown may have been told wrongly by that.
  if (wasRefused && claim.view !== undefined) return "refused";
  return claim.view !== undefined && isSameView(claim.view, view) ? "unaddressed" : "views";
}

const originOf = ({ view }: Claim): string => (view === undefined ? "the write that set it" : seenIn(view));

/** An operation, and whose key asked for it where that is not the usual one. */
const seenIn = ({ operation, who }: Asked): string => (who === undefined ? operation : `${operation} to ${who}`);

const whole = (value: unknown): string => JSON.stringify(value) ?? "nothing";
