import { type Exchange, steadyNow } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import { KINDS, type Kind, type KindOfRecord } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";
import type { Write } from "../writes/write.ts";
import { LastSeen, type SentWrites } from "./last-seen.ts";
import { type Comparing, LATE, lastingDifferences } from "./lasting-differences.ts";
import type { Ledger } from "./ledger.ts";
import type { CustodyParts } from "./request.ts";
import { type Difference, differences, type Observer, type Sightings, toldOf } from "./sightings.ts";
import { type Beside, cameTo } from "./sweep.ts";

/** Writes of a kind after which all of it is looked at again: soon at first, since what harms often should not for long. */
const SOON = 12;
const LESS = 8;
const SELDOM = 512;
/** Places of a kind in the last look, each of which is a request. */
const MOST_PLACES = 24;
/** Milliseconds of a look at what goes on without a write: many were sent since the last look. */
const CONTROL = 500;

/**
 * Sees what the writes did that nobody stood beside. All lists are read before a run that writes much, each again after some
 * writes of its kind and when the run ends, and compared with what was seen before. Whatever another client does not explain makes every
 * further write of that kind one that is watched.
 */
export class LooksBack {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #observer: Observer;
  readonly #seen = new LastSeen();
  /** Ids that were there before the first write, by kind. */
  readonly #first = new Map<string, ReadonlySet<string>>();
  /** When something was addressed last, by kind and id or name. */
  readonly #addressed = new Map<string, number>();
  /** When something was written in a cluster last, by its name: that may change what is said of the cluster. */
  readonly #entered = new Map<string, number>();
  /** When a kind was reached last by a write to another one. */
  readonly #reached = new Map<Kind, number>();
  /** Writes of a kind, how many there were when it was looked at, and how many more there may be until it is again. */
  readonly #writes = new Map<Kind, { readonly all: number; readonly looked: number; readonly most: number }>();
  readonly #suspected = new Set<Kind>();
  /** Kinds of which a write is watched. */
  readonly #watched = new Set<Kind>();
  /** Looks under way because a read of somebody showed something else, by region. */
  readonly #looking = new Map<string, Promise<unknown>>();
  #failure: { readonly error: unknown } | undefined;
  #opened: Promise<unknown> | undefined;

  readonly #comparing: Comparing;

  constructor(comparing: Comparing, observer: Observer) {
    this.#comparing = comparing;
    this.#parts = comparing.parts;
    this.#ledger = comparing.ledger;
    this.#observer = observer;
  }

  /** Looks at all that there is where the run works, once, before anything is written. */
  async open(): Promise<void> {
    this.#opened ??= Promise.all(allKinds.map((kind) => this.#opens(kind)));
    await this.#opened;
  }

  /** How much was written of a kind, or reached. */
  writesOf(kind: Kind): number {
    return (this.#writes.get(kind) ?? UNWRITTEN).all;
  }

  /** Whether something of a kind was harmed by nobody knows which write: each further one is to be watched. */
  isSuspected(kind: Kind): boolean {
    return this.#suspected.has(kind);
  }

  /** Sends a write, and takes note of what it may change. */
  async noted({ operation, path, query, sent, version }: Beside, send: () => Promise<Exchange>): Promise<Exchange> {
    const { kind, reaches = [] }: Write = WRITES[operation];
    const reached = reaches.filter(({ when }) => when(sent, query, this.#parts.contract)).map((reach) => reach.kind);
    const notes = (at: number): void => {
      for (const value of Object.values(path)) later(this.#addressed, `${kind} ${value}`, at);
      for (const one of reached) later(this.#reached, one, at);
      later(this.#entered, path["clusterName"] ?? "", at);
    };
    notes(steadyNow());
    // Of what nobody knows what became of it, anything may come at any time.
    let until = Number.POSITIVE_INFINITY;
    for (const one of [kind, ...reached]) {
      const { all, looked, most } = this.#writes.get(one) ?? UNWRITTEN;
      this.#writes.set(one, { all: all + 1, looked, most });
    }
    try {
      const exchange = await send();
      const came = cameTo(exchange);
      this.#seen.sends({ operation, version, cameTo: came, kinds: [kind, ...reached] }, steadyNow());
      if (came === "accepted" || came === "refused") until = steadyNow();
      return exchange;
    } finally {
      notes(until);
    }
  }

  /** Takes note of what a plain read of somebody shows: what is another there is looked at at once, and costs nothing otherwise. */
  observes(call: Call, exchange: Exchange): void {
    const kind = kindOfList.get(call.operation);
    if (this.#opened === undefined || kind === undefined) return;
    if (call.version !== this.#parts.served(call.operation, "2")) return;
    const region = this.#observer.regionOf(kind, this.#parts.pathOf(call));
    const place = this.#seen.place(region);
    const shown = this.#observer.shownIn(kind, exchange);
    // A write of the kind that is watched is told by whoever watches it.
    const isWatched = this.#looking.has(region) || this.#watched.has(kind);
    if (place === undefined || shown === undefined || isWatched) return;
    const known = this.#seen.earlier(region, shown.seen);
    const before = shown.isWhole ? known : new Map([...known].filter(([key]) => shown.seen.has(key)));
    const counts = (one: Difference): boolean => this.#isUnexplained(one, region);
    if (!differences(before, shown.seen, this.#parts.now()).some(counts)) return;
    const look = this.#looks(kind, place.path, place.seen)
      .catch((error) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#looking.delete(region));
    this.#looking.set(region, look);
  }

  /** Looks again at a kind of which much was written since; whether all of the user's is as it was, or explained. */
  async glances(kind: Kind, where: Path, when: "at once" | "after many" = "after many"): Promise<boolean> {
    const { all, looked, most } = this.#writes.get(kind) ?? UNWRITTEN;
    // What is read one by one is looked at again at the end alone.
    const isDue = when === "at once" || all - looked >= most;
    if (this.#opened === undefined || !isDue || KINDS[kind].sight?.how !== "list") return true;
    this.#writes.set(kind, { all, looked: all, most: Math.min(LESS * most, SELDOM) });
    const place = this.#seen.place(this.#observer.regionOf(kind, where));
    return place === undefined || (await this.#looks(place.kind, place.path, place.seen));
  }

  /** Looks at where the run works as well, once somebody has looked at what a write did in another place. */
  async glancesHome(kind: Kind, where: Path): Promise<void> {
    const home = this.#observer.homeOf(kind);
    if (this.#observer.regionOf(kind, where) !== this.#observer.regionOf(kind, home))
      await this.glances(kind, home, "at once");
  }

  /** Leaves kinds to somebody who looks at them before and after a write. */
  async whileWatched<T>(kinds: readonly Kind[], work: () => Promise<T>): Promise<T> {
    for (const kind of kinds) this.#watched.add(kind);
    try {
      return await work();
    } finally {
      for (const kind of kinds) this.#watched.delete(kind);
    }
  }

  /** Compares what a look shows with the one before, and goes on from it. */
  async compares(kinds: readonly Kind[], where: Path, now: Sightings, at: number): Promise<void> {
    for (const kind of kinds) await this.#compares(kind, where, onlyOf(kind, now), at);
  }

  /** Goes on from a look of which somebody else has told what is to be said. */
  goesOnFrom(kinds: readonly Kind[], where: Path, now: Sightings, at: number): void {
    for (const kind of kinds)
      this.#seen.sees(this.#observer.regionOf(kind, where), { kind, path: where, seen: onlyOf(kind, now) }, at);
  }

  /** The last look. */
  async settle(): Promise<void> {
    if (this.#opened === undefined) return;
    await this.#opened;
    await Promise.all(this.#looking.values());
    if (this.#failure !== undefined) throw this.#failure.error;
    for (const { kind, path, seen } of this.#seen.places)
      await this.#looks(kind, path, new Map([...seen].slice(0, MOST_PLACES)));
  }

  async #opens(kind: Kind): Promise<void> {
    // What is read place by place is read before the first write of its own kind.
    if (!this.#observer.sees(kind) || KINDS[kind].sight?.how !== "list") return;
    const places = [this.#observer.homeOf(kind), ...this.#observer.abroadOf(kind)];
    await Promise.all(places.map((where) => this.#opensAt(kind, where)));
  }

  async #opensAt(kind: Kind, where: Path): Promise<void> {
    const began = steadyNow();
    const seen = await this.#observer.look([kind], where);
    if (seen === undefined) return;
    this.#first.set(this.#observer.regionOf(kind, where), new Set([...seen.values()].map(({ id }) => id)));
    this.goesOnFrom([kind], where, seen, began);
  }

  async #looks(kind: Kind, where: Path, seen: Sightings): Promise<boolean> {
    const began = steadyNow();
    const now = await this.#observer.look([kind], where, seen);
    return now === undefined || (await this.#compares(kind, where, now, began));
  }

  async #compares(kind: Kind, where: Path, now: Sightings, at: number): Promise<boolean> {
    const region = this.#observer.regionOf(kind, where);
    const before = this.#seen.earlier(region, now);
    const since = ({ sighting }: Difference): readonly SentWrites[] => this.#seen.since(region, sighting);
    const counts = (one: Difference): boolean => this.#isUnexplained(one, region);
    const look = (): Promise<Sightings | undefined> => this.#observer.look([kind], where, before);
    const watched = { before, after: now, look, counts, milliseconds: CONTROL };
    const times = new Map([...before.values()].map((one) => [one.id, this.#seen.timeOf(region, one)]));
    const { lasting, hasHealed } = await lastingDifferences(this.#comparing, watched);
    // Two looks at a time may find the same: the first of them tells it.
    const found = lasting.filter(({ sighting }) => this.#seen.timeOf(region, sighting) === times.get(sighting.id));
    for (const one of found) {
      const isOwn = this.#ledger.holds(one.sighting.id);
      this.#ledger.disturbsBetween(since(one), { ...toldOf(one), isOwn });
      this.#suspected.add(kind);
    }
    const writes = this.#writes.get(kind) ?? UNWRITTEN;
    this.#writes.set(kind, { ...writes, looked: writes.all });
    const isToldElsewhere = found.length < lasting.length;
    if (!hasHealed && !isToldElsewhere) this.goesOnFrom([kind], where, now, at);
    return lasting.every(({ sighting }) => this.#ledger.holds(sighting.id));
  }

  /** Whether something was sent since a record was seen last, and nothing of that accounts for its difference. */
  #isUnexplained({ members, sighting }: Difference, region: string): boolean {
    const { kind, id, name, record } = sighting;
    const since = this.#seen.since(region, sighting);
    if (since.length === 0) return false;
    // What nothing was written of is changed by people at work: they acknowledge alerts, say. What vanishes is asked after.
    const isChange = members.length > 0 && !this.#ledger.own.has(id);
    if (isChange && !since.some(({ kinds }) => kinds.includes(kind))) return false;
    const at = this.#seen.timeOf(region, sighting) - LATE;
    const names = [id, name].filter((one) => typeof one === "string");
    const isWritten = names.some((one) => (this.#addressed.get(`${kind} ${one}`) ?? at) > at);
    const isEntered = kind === "cluster" && names.some((one) => (this.#entered.get(one) ?? at) > at);
    const isReached = (this.#reached.get(kind) ?? at) > at;
    if (isWritten || isEntered || isReached) return false;
    const { sight } = KINDS[kind];
    // A record that is asked for by its id, and shown now for the first time, was made a moment ago.
    if (record === "none" && sight?.how === "ids") return false;
    if (this.#ledger.own.has(id)) return this.#ledger.holds(id);
    // What appeared in a list later may be somebody's who is at work; a cluster or a project has what it has one of, and what
    // is asked for by its id is the user's.
    return sight?.how !== "list" || this.#first.get(region)?.has(id) === true;
  }
}

const later = <K>(times: Map<K, number>, key: K, at: number): unknown =>
  times.set(key, Math.max(at, times.get(key) ?? at));

const UNWRITTEN = { all: 0, looked: 0, most: SOON };

const kindOfList: ReadonlyMap<OperationId, Kind> = new Map(
  Object.entries<KindOfRecord>(KINDS).flatMap(([kind, { sight }]) =>
    sight?.how === "list" ? [[sight.read, kind as Kind] as const] : [],
  ),
);

const allKinds = Object.keys(KINDS) as readonly Kind[];

const onlyOf = (kind: Kind, seen: Sightings): Sightings => new Map([...seen].filter(([, one]) => one.kind === kind));
