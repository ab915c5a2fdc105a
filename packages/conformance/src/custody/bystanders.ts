import { isDeepStrictEqual } from "node:util";
import { type Exchange, steadyNow } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import { wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import { type Fields, fieldsOf } from "../ground/json.ts";
import { KINDS, type Kind } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";
import type { Write } from "../writes/write.ts";
import { KindLocks } from "./kind-locks.ts";
import { type Comparing, LATE, lastingDifferences, SHORTEST_CONTROL } from "./lasting-differences.ts";
import type { Ledger } from "./ledger.ts";
import { LooksBack } from "./looks-back.ts";
import type { CustodyParts } from "./request.ts";
import { Restless } from "./restless.ts";
import { type Difference, differences, Observer, type Sighting, type Sightings, toldOf } from "./sightings.ts";
import { type Beside, cameTo, type Sweep, type WriteOutcome } from "./sweep.ts";

/** Sweeps of which nothing came because the write was answered otherwise than expected, or too little stood beside it. */
const MOST_TRIES = 3;
/** The same of writes that are refused until another one has come to its end. */
const MOST_OF_PATIENT = 20;
/** Ways to be refused, of one write, that are looked at. */
const MOST_WAYS = 4;
/** Records of the run's own that should stand beside a write, where the run can make them. */
const COMPANY = 2;
/** Records of the run's own that are looked at one by one where nothing lists them. */
const MOST_OWN = 2;
/** Milliseconds for which a look serves the next write as well. */
const FRESH = 2_000;

/**
 * Sees to it that a write changes nothing but what it addresses. The first of each operation, version and outcome goes
 * alone: before and after it all records of its kind are read, and of the kinds it may reach, and compared one by one. A
 * difference that heals was a late read; one that goes on without a write was made by somebody else. Any other ends the
 * operation for the run.
 */
export class Bystanders {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #observer: Observer;
  readonly #back: LooksBack;
  readonly #locks = new KindLocks();
  readonly #sweeps = new Map<string, Sweep>();
  /** What was wrong with the addresses of writes that were refused while somebody looked. */
  readonly #refusedWays = new Map<string, Set<string>>();
  readonly #tries = new Map<string, number>();
  /** What was sent where all places have that already: they would be the same if the write had reached them. */
  readonly #blind = new Map<string, unknown>();
  /** Writes that came to something else than expected, and after which somebody looked. */
  readonly #lookedBack = new Set<string>();
  /** Operations that were looked at while somebody was refused who may not write, in whichever version. */
  readonly #keptOut = new Set<WriteId>();
  /** The last look after a write, by where that was. */
  readonly #looks = new Map<string, Look>();
  /** When a write of the run was addressed to something last, by kind and id: what reads show of it may follow late. */
  readonly #touched = new Map<string, number>();
  /** That of which nobody knows what became of the write: it may be gone by it. */
  readonly #doubtful = new Set<string>();
  /** States that the places of the user's were seen in, oldest first, and since when they are looked at. */
  readonly #states = new Map<string, { readonly since: number; readonly all: Sighting["record"][] }>();
  /** Records that were there when their kind was first looked at, by where that was. */
  readonly #first = new Map<string, ReadonlySet<string>>();

  readonly #comparing: Comparing;

  constructor(parts: CustodyParts, ledger: Ledger) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#comparing = { parts, ledger, restless: new Restless() };
    this.#observer = new Observer(parts, (parameter) => {
      const known = parts.known(parameter);
      const own = [...ledger.own].flatMap(([id, { effect }]) => (effect.parameter === parameter ? [id] : []));
      return [...(known === undefined ? [] : [known]), ...own.filter((id) => id !== known).slice(-MOST_OWN)];
    });
    this.#back = new LooksBack(this.#comparing, this.#observer);
  }

  /** What was seen beside the first write of an operation with this outcome; `undefined` where none was sent, or nothing read. */
  sweepOf(operation: WriteId, version: RouteVersion, outcome: WriteOutcome): Sweep | undefined {
    return this.#sweeps.get(`${operation} ${version} ${outcome}`);
  }

  /**
   * Sends a write, and looks at what stands beside it where that was not done yet.
   * @throws HandsOffError for an operation that changed what it did not address.
   */
  async send(beside: Beside, send: () => Promise<Exchange>): Promise<Exchange> {
    const { operation, isTrial } = beside;
    this.#ledger.needsHarmless(operation, isTrial);
    if (this.#parts.bystanders === "none") return send();
    const kinds = this.#kindsOf(beside);
    if (kinds.length === 0) return this.#back.noted(beside, send);
    await this.#back.glances(WRITES[operation].kind, beside.place);
    const isAlone = isTrial || this.#isDue(beside);
    return this.#locks.within(kinds, isAlone, async () => {
      this.#ledger.needsHarmless(operation, isTrial);
      for (const one of addressedBy(beside, kinds)) this.#touched.set(one, steadyNow());
      // Whoever waited for the same may have looked by now.
      const isWatched = isAlone && (isTrial || this.#isDue(beside));
      const sends = (): Promise<Exchange> => this.#back.noted(beside, send);
      const watched = (): Promise<Exchange> => this.#watched(beside, kinds, sends);
      const exchange = await (isWatched ? this.#back.whileWatched(kinds, watched) : sends());
      if (isWatched) await this.#back.glancesHome(WRITES[operation].kind, beside.place);
      else await this.#looksBackAt(beside, exchange);
      if (!wasAccepted(exchange) && !wasRefused(exchange))
        for (const one of addressedBy(beside, kinds)) this.#doubtful.add(one);
      return exchange;
    });
  }

  /** Looks at all that there is, before anything is written. */
  async open(): Promise<void> {
    if (this.#parts.bystanders !== "none") await this.#back.open();
  }

  /** Takes note of what a plain read of somebody shows. */
  observe(call: Call, exchange: Exchange): void {
    this.#back.observes(call, exchange);
  }

  /** The last look at all of it. */
  settle(): Promise<void> {
    return this.#back.settle();
  }

  /** Its own, and those that it may reach where it is carried out. */
  #kindsOf({ operation, expected }: Beside): readonly Kind[] {
    const { kind, reaches: all = [] }: Write = WRITES[operation];
    const reaches = expected === "accepted" ? all : [];
    return [...new Set([kind, ...reaches.map((reach) => reach.kind)])].filter((one) => this.#observer.sees(one));
  }

  /** Whether nobody has looked yet at what stands beside such a write. */
  #isDue(beside: Beside): boolean {
    const { operation, version, expected } = beside;
    if (this.#back.isSuspected(WRITES[operation].kind)) return true;
    if (expected === undefined) return false;
    const key = `${operation} ${version} ${expected}`;
    const tries = this.#tries.get(key) ?? 0;
    if (expected === "kept out") return !this.#keptOut.has(operation) && tries === 0;
    // In a project that is not there nothing is looked for: that says nothing of other refusals.
    if (expected === "refused" && isElsewhere(beside)) return false;
    const sweep = this.#sweeps.get(key);
    const hasCompany = this.#hasCompany(operation);
    const enough = hasCompany && expected === "accepted" ? COMPANY : 1;
    const isLonely = sweep && sweep.own < enough && (hasCompany || this.#hasOwn(beside));
    const { patient }: Write = WRITES[operation];
    const isBlind = this.#blind.has(key) && !isDeepStrictEqual(this.#blind.get(key), beside.sent);
    if (sweep === undefined || isLonely || isBlind) return tries < (patient ? MOST_OF_PATIENT : MOST_TRIES);
    // An address is refused before anything is looked at, a record or a body later: each is another way to go wrong.
    const { effect } = WRITES[operation];
    const mayRemove = effect.kind === "owned" && effect.removes === true;
    if (expected !== "refused" || !(hasCompany || mayRemove)) return false;
    const ways = this.#refusedWays.get(key);
    const isAnother = (ways?.size ?? 0) < MOST_WAYS && ways?.has(wayOf(beside)) !== true;
    // One that is answered otherwise each time shows no way to be refused.
    return isAnother && tries < MOST_TRIES + MOST_WAYS;
  }

  /** Looks at once at what a write did that came to what nobody expected, and that was never seen before. */
  async #looksBackAt({ operation, version, expected, place }: Beside, exchange: Exchange): Promise<void> {
    const came = cameTo(exchange);
    if (expected === "kept out" || came === expected || (came !== "accepted" && came !== "refused")) return;
    const key = `${operation} ${version} ${came}`;
    if (this.#sweeps.has(key) || this.#lookedBack.has(key)) return;
    this.#lookedBack.add(key);
    const { kind } = WRITES[operation];
    const isCalm = await this.#back.glances(kind, place, "at once");
    // Others may have done it as well; this one is not given another chance.
    if (!isCalm) this.#ledger.ends(operation, `a ${kind} changed or vanished when it was ${came}`, came);
  }

  /** Whether a record of the run's own stands by now beside what a write addresses. */
  #hasOwn({ operation, path, place }: Beside): boolean {
    const { kind } = WRITES[operation];
    const addressed = Object.values(path);
    const isThere = (at: Path): boolean => Object.entries(at).every(([name, one]) => (place[name] ?? one) === one);
    return [...this.#ledger.own].some(
      ([id, entry]) =>
        WRITES[entry.operation].kind === kind &&
        !addressed.includes(id) &&
        this.#ledger.holds(id) &&
        isThere({ ...entry.path, ...entry.listedAt }),
    );
  }

  #hasCompany(operation: WriteId): boolean {
    const { company } = KINDS[WRITES[operation].kind];
    return (
      this.#parts.bystanders === "accompanied" &&
      company !== undefined &&
      this.#parts.served(company, "2") !== undefined
    );
  }

  async #watched(beside: Beside, kinds: readonly Kind[], send: () => Promise<Exchange>): Promise<Exchange> {
    const { operation, version, expected, place: where } = beside;
    const tried = `${operation} ${version} ${expected}`;
    this.#tries.set(tried, (this.#tries.get(tried) ?? 0) + 1);
    const first = beside.isTrial ? await this.#observer.look(kinds, where) : undefined;
    if (beside.isTrial) await this.#parts.wait(SHORTEST_CONTROL);
    const last = this.#lastLook(beside, kinds);
    const began = last?.at ?? steadyNow();
    const before = last?.seen ?? (await this.#observer.look(kinds, where, first));
    // What is another after the write was no late read then.
    const isCalm =
      first !== undefined && before !== undefined && differences(first, before, this.#parts.now()).length === 0;
    if (before !== undefined) for (const kind of kinds) this.#remembers(kind, where, before);
    if (before !== undefined) await this.#back.compares(kinds, where, before, began);
    const exchange = await send();
    const came = cameTo(exchange);
    const outcome = came === "accepted" || came === "refused" ? came : undefined;
    const sentAt = steadyNow();
    const after = before && (await this.#observer.look(kinds, where, before));
    if (before === undefined || after === undefined) return exchange;
    const look = (): Promise<Sightings | undefined> => this.#observer.look(kinds, where, before);
    const counts = (one: Difference, now: Sightings): boolean => this.#counts(one, now, beside, isCalm);
    const watched = { before, after, look, counts, milliseconds: steadyNow() - began };
    const { lasting, hasHealed } = await lastingDifferences(this.#comparing, watched);
    if (!hasHealed) {
      this.#back.goesOnFrom(kinds, where, after, sentAt);
      this.#looks.set(this.#placesOf(kinds, where), { writes: this.#writesOf(kinds), seen: after, at: sentAt });
    }
    const others = [...before.values()].filter((one) => !isAddressed(one, beside));
    const own = others.filter((one) => this.#ledger.holds(one.id)).length;
    const disturbed = lasting.map((one) => ({ ...toldOf(one), isOwn: this.#ledger.holds(one.sighting.id) }));
    // What it came to is not known without an answer that says it, and harm is harm all the same.
    for (const one of disturbed) this.#ledger.disturbs(operation, version, came, one);
    // The looks are in version 2 as far as there is one: what the older version makes of a write of that is not seen by them.
    if (outcome === "accepted" && version === "2" && !beside.isTrial)
      await this.#observer.glimpse(WRITES[operation].kind, where);
    if (expected === "kept out" && outcome === "refused") this.#keptOut.add(operation);
    // Who may not write is refused before anything is looked at: that says nothing of other refusals.
    if (outcome === undefined || (expected === "kept out" && disturbed.length === 0)) return exchange;
    const key = `${operation} ${version} ${outcome}`;
    if (outcome === "refused") this.#refusedWays.set(key, (this.#refusedWays.get(key) ?? new Set()).add(wayOf(beside)));
    this.#sweeps.set(key, { own, others: others.length - own, disturbed });
    const places = others.filter(({ kind }) => KINDS[kind].sight?.how === "places");
    const areSame = places.length > 0 && places.every(({ record }) => holdsAll(record, beside.sent));
    if (outcome === "accepted" && areSame) this.#blind.set(key, beside.sent);
    else this.#blind.delete(key);
    return exchange;
  }

  /** The look after the write before is the one before this write, where nothing but lists was looked at and nothing sent. */
  #lastLook({ isTrial, place }: Beside, kinds: readonly Kind[]): Look | undefined {
    const last = this.#looks.get(this.#placesOf(kinds, place));
    if (isTrial || last === undefined || steadyNow() - last.at > FRESH) return undefined;
    const isFresh = last.writes === this.#writesOf(kinds) && kinds.every((kind) => KINDS[kind].sight?.how === "list");
    return isFresh ? last : undefined;
  }

  #placesOf(kinds: readonly Kind[], where: Path): string {
    return kinds.map((kind) => this.#observer.placeOf(kind, where)).join();
  }

  /** How much was written of each. */
  #writesOf(kinds: readonly Kind[]): string {
    return kinds.map((kind) => this.#back.writesOf(kind)).join();
  }

  /** What appears later may be somebody's who is at work, and goes again. */
  #remembers(kind: Kind, where: Path, seen: Sightings): void {
    const key = this.#observer.placeOf(kind, where);
    if (!this.#first.has(key)) this.#first.set(key, new Set([...seen.values()].map(({ id }) => id)));
    if (KINDS[kind].sight?.how !== "places") return;
    for (const { id, record } of [...seen.values()].filter((one) => one.kind === kind)) {
      const states = this.#states.get(`${kind} ${id}`) ?? { since: steadyNow(), all: [] };
      this.#states.set(`${kind} ${id}`, states);
      if (!states.all.some((one) => isDeepStrictEqual(one, record))) states.all.push(record);
    }
  }

  /** Whether a place is in a state that nobody saw before the run wrote to it: no late read shows such a one. */
  #isNewState(key: string, touched: number, now: Sighting["record"] | undefined): boolean {
    const states = this.#states.get(key);
    return states !== undefined && states.since < touched && !states.all.some((one) => isDeepStrictEqual(one, now));
  }

  /** Whether nothing but the write accounts for a difference: neither its address, nor what it reaches, nor a late read. */
  #counts({ sighting, members }: Difference, now: Sightings, beside: Beside, isCalm: boolean): boolean {
    const { operation, query, sent } = beside;
    const { kind, id, name } = sighting;
    const { reaches = [] }: Write = WRITES[operation];
    const reach = reaches.find((one) => one.kind === kind);
    if (reach?.when(sent, query, this.#parts.contract) === true) return false;
    if (isAddressed(sighting, beside)) return false;
    // A record that is asked for by its id, and shown now for the first time, was made a moment ago.
    if (sighting.record === "none" && KINDS[kind].sight?.how === "ids") return false;
    const key = `${kind} ${id}`;
    // A write may have addressed it by its name.
    const keys = typeof name === "string" ? [key, `${kind} ${name}`] : [key];
    const touched = Math.max(...keys.map((one) => this.#touched.get(one) ?? -LATE));
    const mayBeLate = !isCalm && members.length > 0 && steadyNow() - touched < LATE;
    const isLate = mayBeLate && !this.#isNewState(key, touched, now.get(key)?.record);
    if (keys.some((one) => this.#doubtful.has(one)) || isLate) return false;
    // What was cancelled may say so late, and is there all the same.
    if (this.#ledger.stays(id) && steadyNow() - touched >= LATE) return true;
    if (this.#ledger.own.has(id)) return this.#ledger.holds(sighting.id);
    // A cluster or a project has what it has one of: nobody comes and goes with that.
    if (KINDS[kind].sight?.how === "places") return true;
    return this.#first.get(this.#observer.placeOf(kind, beside.place))?.has(id) === true;
  }
}

/** What was seen after a write. */
interface Look {
  /** How much had been written by then. */
  readonly writes: string;
  readonly seen: Sightings;
  readonly at: number;
}

/** What a write addresses: of its own kind, and of those that it may reach there. */
const addressedBy = ({ path }: Beside, kinds: readonly Kind[]): readonly string[] =>
  kinds.flatMap((kind) => Object.values(path).map((id) => `${kind} ${id}`));

/** Whether a write is addressed to another project than the one where it would work. */
const isElsewhere = ({ path, place }: Beside): boolean => path["groupId"] !== place["groupId"];

/** What of the address of a write is another than where it would work; nothing where its body, or its caller, is wrong. */
const wayOf = ({ path, place }: Beside): string =>
  Object.keys(path)
    .filter((name) => path[name] !== place[name])
    .sort()
    .join();

/** Whether a place has all of what a write sends. */
function holdsAll(record: Fields | "none", sent: unknown): boolean {
  return (
    record !== "none" && Object.entries(fieldsOf(sent)).every(([name, one]) => isDeepStrictEqual(record[name], one))
  );
}

/** Whether the path of a write names a record, by its id or by its name. */
function isAddressed({ id, name }: Sighting, { path }: Beside): boolean {
  const addressed = Object.values(path);
  return addressed.includes(id) || (typeof name === "string" && addressed.includes(name));
}
