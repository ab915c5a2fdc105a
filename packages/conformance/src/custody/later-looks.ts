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

/** Writes of a kind between two looks at all its records: few at first, because frequent harm should show early. */
const SOON = 12;
const LESS = 8;
const SELDOM = 512;
/** Records of a kind in the last look, if each needs its own request. */
const MOST_PLACES = 24;
/**
 * Milliseconds of a control look, which shows what changes without a write; many writes were sent since the last look.
 */
const CONTROL = 500;

/**
 * Detects harm by writes that were sent without a comparison around them. It reads all lists before a run that writes
 * much, each again after some writes of its kind and at the end, and compares each with its earlier state. If no other
 * client explains a difference, the run compares the records around every further write of that kind.
 */
export class LaterLooks {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #observer: Observer;
  readonly #seen = new LastSeen();
  /** Ids that existed before the first write, by region. */
  readonly #first = new Map<string, ReadonlySet<string>>();
  /** When the run last addressed a record, by kind and id or name. */
  readonly #addressed = new Map<string, number>();
  /**
   * When the run last wrote something in a cluster, by the name of the cluster: such a write may change members of the
   * cluster.
   */
  readonly #entered = new Map<string, number>();
  /** When a write to another kind last reached a kind. */
  readonly #reached = new Map<Kind, number>();
  /** Per kind: the number of writes, their number at the last look, and the number of writes until the next one. */
  readonly #writes = new Map<Kind, { readonly all: number; readonly looked: number; readonly most: number }>();
  readonly #suspected = new Set<Kind>();
  /** Kinds whose records are being compared around a write. */
  readonly #watched = new Set<Kind>();
  /** Looks under way, by region, because a plain read showed a difference. */
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

  /** Reads everything where the run works, once, before the first write. */
  async open(): Promise<void> {
    this.#opened ??= Promise.all(allKinds.map((kind) => this.#open(kind)));
    await this.#opened;
  }

  /** The number of writes that addressed or reached a kind. */
  writesOf(kind: Kind): number {
    return (this.#writes.get(kind) ?? UNWRITTEN).all;
  }

  /**
   * Whether an unknown write harmed a record of a kind, so that the records around each further write must be compared.
   */
  isSuspected(kind: Kind): boolean {
    return this.#suspected.has(kind);
  }

  /** Sends a write, and records the kinds and names that it may change. */
  async send({ operation, path, query, sent, version }: Beside, send: () => Promise<Exchange>): Promise<Exchange> {
    const { kind, reaches = [] }: Write = WRITES[operation];
    const reached = reaches.filter(({ when }) => when(sent, query, this.#parts.contract)).map((reach) => reach.kind);
    // A faulty write may change these even where the request does not ask for it.
    const near = new Set([kind, ...reaches.map((reach) => reach.kind)]);
    const notes = (at: number): void => {
      for (const value of Object.values(path)) later(this.#addressed, `${kind} ${value}`, at);
      for (const one of reached) later(this.#reached, one, at);
      later(this.#entered, path["clusterName"] ?? "", at);
    };
    notes(steadyNow());
    // If the outcome of a write is unknown, its effect may show at any later time.
    let until = Number.POSITIVE_INFINITY;
    for (const one of [kind, ...reached]) {
      const { all, looked, most } = this.#writes.get(one) ?? UNWRITTEN;
      this.#writes.set(one, { all: all + 1, looked, most });
    }
    try {
      const exchange = await send();
      const came = cameTo(exchange);
      this.#seen.recordWrites({ operation, version, cameTo: came, kinds: [...near] }, steadyNow());
      if (came === "accepted" || came === "refused") until = steadyNow();
      return exchange;
    } finally {
      notes(until);
    }
  }

  /**
   * Compares the answer to a plain read, no matter who sent it, with the earlier state. Only a difference costs further
   * requests: it starts a look at once.
   */
  observe(call: Call, exchange: Exchange): void {
    const kind = kindOfList.get(call.operation);
    if (this.#opened === undefined || kind === undefined) return;
    if (call.version !== this.#parts.served(call.operation, "2")) return;
    const region = this.#observer.regionOf(kind, this.#parts.pathOf(call));
    const place = this.#seen.place(region);
    const shown = this.#observer.shownIn(kind, exchange);
    // The comparison around the current write reports differences of its kind itself.
    const isWatched = this.#looking.has(region) || this.#watched.has(kind);
    if (place === undefined || shown === undefined || isWatched) return;
    const known = this.#seen.earlier(region, shown.seen);
    const before = shown.isWhole ? known : new Map([...known].filter(([key]) => shown.seen.has(key)));
    const counts = (one: Difference): boolean => this.#isUnexplained(one, region);
    if (!differences(before, shown.seen, this.#parts.now()).some(counts)) return;
    const look = this.#look(kind, place.path, place.seen)
      .catch((error) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#looking.delete(region));
    this.#looking.set(region, look);
  }

  /**
   * Reads the records of a kind again if many writes followed the last look. Resolves to true if every record of the
   * user is unchanged or its change explained.
   */
  async lookAgain(kind: Kind, where: Path, when: "at once" | "after many" = "after many"): Promise<boolean> {
    const { all, looked, most } = this.#writes.get(kind) ?? UNWRITTEN;
    // Records that need one read each are read again at the end only.
    const isDue = when === "at once" || all - looked >= most;
    if (this.#opened === undefined || !isDue || KINDS[kind].sight?.how !== "list") return true;
    this.#writes.set(kind, { all, looked: all, most: Math.min(LESS * most, SELDOM) });
    const place = this.#seen.place(this.#observer.regionOf(kind, where));
    return place === undefined || (await this.#look(place.kind, place.path, place.seen));
  }

  /** After a comparison in another place, also looks at the place where the run works. */
  async lookHome(kind: Kind, where: Path): Promise<void> {
    const home = this.#observer.homeOf(kind);
    if (this.#observer.regionOf(kind, where) !== this.#observer.regionOf(kind, home))
      await this.lookAgain(kind, home, "at once");
  }

  /** Leaves kinds to a comparison around a write for as long as it works. */
  async whileWatched<T>(kinds: readonly Kind[], work: () => Promise<T>): Promise<T> {
    for (const kind of kinds) this.#watched.add(kind);
    try {
      return await work();
    } finally {
      for (const kind of kinds) this.#watched.delete(kind);
    }
  }

  /** Compares a look with the one before, which it then replaces. */
  async compare(kinds: readonly Kind[], where: Path, now: Sightings, at: number): Promise<void> {
    for (const kind of kinds) await this.#compare(kind, where, onlyOf(kind, now), at);
  }

  /** Takes a look as the new earlier state; the caller has already reported its differences. */
  replaceState(kinds: readonly Kind[], where: Path, now: Sightings, at: number): void {
    for (const kind of kinds)
      this.#seen.recordLook(this.#observer.regionOf(kind, where), { kind, path: where, seen: onlyOf(kind, now) }, at);
  }

  /** Looks at every place for the last time. */
  async settle(): Promise<void> {
    if (this.#opened === undefined) return;
    await this.#opened;
    await Promise.all(this.#looking.values());
    if (this.#failure !== undefined) throw this.#failure.error;
    const last = this.#seen.places.map(({ kind, path, seen }) =>
      this.#look(kind, path, new Map([...seen].slice(0, MOST_PLACES))),
    );
    await Promise.all(last);
  }

  async #open(kind: Kind): Promise<void> {
    // Kinds without a list are read before the first write of their own kind.
    if (!this.#observer.isSeen(kind) || KINDS[kind].sight?.how !== "list") return;
    const places = [this.#observer.homeOf(kind), ...this.#observer.abroadOf(kind)];
    await Promise.all(places.map((where) => this.#openAt(kind, where)));
  }

  async #openAt(kind: Kind, where: Path): Promise<void> {
    const began = steadyNow();
    const seen = await this.#observer.look([kind], where);
    if (seen === undefined) return;
    this.#first.set(this.#observer.regionOf(kind, where), new Set([...seen.values()].map(({ id }) => id)));
    this.replaceState([kind], where, seen, began);
  }

  async #look(kind: Kind, where: Path, seen: Sightings): Promise<boolean> {
    const began = steadyNow();
    const now = await this.#observer.look([kind], where, seen);
    return now === undefined || (await this.#compare(kind, where, now, began));
  }

  async #compare(kind: Kind, where: Path, now: Sightings, at: number): Promise<boolean> {
    const region = this.#observer.regionOf(kind, where);
    const before = this.#seen.earlier(region, now);
    const since = ({ sighting }: Difference): readonly SentWrites[] => this.#seen.since(region, sighting);
    const counts = (one: Difference): boolean => this.#isUnexplained(one, region);
    const look = (): Promise<Sightings | undefined> => this.#observer.look([kind], where, before);
    const watched = { before, after: now, look, counts, milliseconds: CONTROL };
    const times = new Map([...before.values()].map((one) => [one.id, this.#seen.timeOf(region, one)]));
    const { lasting, hasHealed } = await lastingDifferences(this.#comparing, watched);
    // Two looks at the same time may find the same difference; only the first reports it.
    const found = lasting.filter(({ sighting }) => this.#seen.timeOf(region, sighting) === times.get(sighting.id));
    for (const one of found) {
      const isOwn = this.#ledger.holds(one.sighting.id);
      this.#ledger.recordHarmBetween(since(one), { ...toldOf(one), isOwn });
      this.#suspected.add(kind);
    }
    const writes = this.#writes.get(kind) ?? UNWRITTEN;
    this.#writes.set(kind, { ...writes, looked: writes.all });
    const isToldElsewhere = found.length < lasting.length;
    if (!hasHealed && !isToldElsewhere) this.replaceState([kind], where, now, at);
    return lasting.every(({ sighting }) => this.#ledger.holds(sighting.id));
  }

  /** Whether the run has sent writes since it last saw a record, and none of them explains its difference. */
  #isUnexplained({ members, sighting }: Difference, region: string): boolean {
    const { kind, id, name, record } = sighting;
    const since = this.#seen.since(region, sighting);
    if (since.length === 0) return false;
    // If the run has not written to a kind, people at work change its records; they acknowledge alerts, for example. A
    // vanished record is still reported.
    const isChange = members.length > 0 && !this.#ledger.own.has(id);
    if (isChange && !since.some(({ kinds }) => kinds.includes(kind))) return false;
    const at = this.#seen.timeOf(region, sighting) - LATE;
    const names = [id, name].filter((one) => typeof one === "string");
    const isWritten = names.some((one) => (this.#addressed.get(`${kind} ${one}`) ?? at) > at);
    const isEntered = kind === "cluster" && names.some((one) => (this.#entered.get(one) ?? at) > at);
    const isReached = (this.#reached.get(kind) ?? at) > at;
    if (isWritten || isEntered || isReached) return false;
    const { sight } = KINDS[kind];
    // A record that the run reads by its id, absent before and present now, was created a moment ago.
    if (record === "none" && sight?.how === "ids") return false;
    if (this.#ledger.own.has(id)) return this.#ledger.holds(id);
    // Another client may have created a record that appeared in a list later. Settings of a cluster or project always
    // exist, and the user owns the records that the run reads by their ids.
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
