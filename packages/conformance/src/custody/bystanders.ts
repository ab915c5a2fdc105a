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
import { atMost } from "./at-most.ts";
import { KindLocks } from "./kind-locks.ts";
import { type Comparing, LATE, lastingDifferences, SHORTEST_CONTROL } from "./lasting-differences.ts";
import { LaterLooks } from "./later-looks.ts";
import type { Ledger } from "./ledger.ts";
import { OthersChanges } from "./others-changes.ts";
import type { CustodyParts } from "./request.ts";
import { type Difference, differences, Observer, type Sighting, type Sightings, toldOf } from "./sightings.ts";
import { type Beside, cameTo, type Sweep, type WriteOutcome } from "./sweep.ts";

/**
 * Compared writes per operation, version and expected outcome, while none was useful: unexpected answers, or too few
 * other records.
 */
const MOST_TRIES = 3;
/** The same for writes that the target may refuse until an earlier one has ended. */
const MOST_OF_PATIENT = 20;
/** Kinds of wrong address, per refused write, for which the run compares the other records. */
const MOST_WAYS = 4;
/** Records of the run that should exist next to the addressed one, if the run can create them. */
const COMPANY = 2;
/** Records of the run that are read one by one if no list shows them. */
const MOST_OWN = 2;
/** Milliseconds for which other writes of a kind wait for open questions about it: a little more than reads may be late. */
const LONGEST_QUESTION = 4_000;
/** Milliseconds during which the look after one write can serve as the look before the next. */
const FRESH = 2_000;

/**
 * Verifies that a write changes nothing but the record that it addresses. The first write of each operation, version
 * and outcome goes alone: before and after it, this class reads all records of its kind, and of the kinds that it may
 * reach, and compares them one by one. A difference that disappears was a late read; one that continues without a write
 * has another cause. Any other difference ends the operation for the run.
 */
export class Bystanders {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #observer: Observer;
  readonly #back: LaterLooks;
  readonly #locks = new KindLocks();
  readonly #sweeps = new Map<string, Sweep>();
  /** The wrong path parameters of refused writes that were already compared. */
  readonly #refusedWays = new Map<string, Set<string>>();
  readonly #tries = new Map<string, number>();
  /**
   * The last body whose values all other places already had, or the addressed record itself: even a faulty write would
   * have changed nothing to see.
   */
  readonly #blind = new Map<string, unknown>();
  /** Writes with an unexpected outcome that were followed by a look. */
  readonly #lookedBack = new Set<string>();
  /** Operations that were compared, in any version, while the target refused a caller without write permission. */
  readonly #keptOut = new Set<WriteId>();
  /** The last look after a write, by place. */
  readonly #looks = new Map<string, Look>();
  /** When the run last wrote to a record, by kind and id: reads may show its old state for a while. */
  readonly #touched = new Map<string, number>();
  /** Records addressed by a write whose outcome is unknown: that write may have removed them. */
  readonly #doubtful = new Set<string>();
  /** The states of places that looks showed, oldest first, and the time of the first look. */
  readonly #states = new Map<string, { readonly since: number; readonly all: Sighting["record"][] }>();
  /** Records that the first look at their kind showed, by place. */
  readonly #first = new Map<string, ReadonlySet<string>>();

  readonly #comparing: Comparing;

  constructor(parts: CustodyParts, ledger: Ledger) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#comparing = { parts, ledger, othersChanges: new OthersChanges() };
    this.#observer = new Observer(parts, (parameter) => {
      const known = parts.known(parameter);
      const own = [...ledger.own].flatMap(([id, { effect }]) => (effect.parameter === parameter ? [id] : []));
      return [...(known === undefined ? [] : [known]), ...own.filter((id) => id !== known).slice(-MOST_OWN)];
    });
    this.#back = new LaterLooks(this.#comparing, this.#observer);
  }

  /**
   * The comparison around the first write of an operation with this outcome; `undefined` if none was sent or compared.
   */
  sweepOf(operation: WriteId, version: RouteVersion, outcome: WriteOutcome): Sweep | undefined {
    return this.#sweeps.get(`${operation} ${version} ${outcome}`);
  }

  /**
   * Sends a write, and compares the other records around it if that has not been done yet.
   * @throws HandsOffError for an operation that changed a record that it did not address.
   */
  async send(beside: Beside, send: () => Promise<Exchange>): Promise<Exchange> {
    const { operation, isTrial } = beside;
    this.#ledger.assertHarmless(operation, isTrial);
    if (this.#parts.bystanders === "none") return send();
    const kinds = this.#kindsOf(beside);
    if (kinds.length === 0) return this.#back.send(beside, send);
    await this.#back.lookAgain(WRITES[operation].kind, beside.place);
    const isAlone = isTrial || this.#isDue(beside);
    return this.#locks.within(kinds, isAlone, async () => {
      this.#ledger.assertHarmless(operation, isTrial);
      for (const one of addressedBy(beside, kinds)) this.#touched.set(one, steadyNow());
      // Another write may have made the comparison while this one waited for the lock.
      const isWatched = isAlone && (isTrial || this.#isDue(beside));
      const sends = (): Promise<Exchange> => this.#back.send(beside, send);
      const watched = (): Promise<Exchange> => this.#sendWatched(beside, kinds, sends);
      const exchange = await (isWatched ? this.#back.whileWatched(kinds, watched) : sends());
      if (isWatched) await this.#back.lookHome(WRITES[operation].kind, beside.place);
      else await this.#lookAfterSurprise(beside, exchange);
      if (!wasAccepted(exchange) && !wasRefused(exchange))
        for (const one of addressedBy(beside, kinds)) this.#doubtful.add(one);
      return exchange;
    });
  }

  /** Reads all records before the first write. */
  async open(): Promise<void> {
    if (this.#parts.bystanders !== "none") await this.#back.open();
  }

  /** Uses the answer to a plain read, no matter who sent it, to notice changes early. */
  observe(call: Call, exchange: Exchange): void {
    this.#back.observe(call, exchange);
  }

  /** Reads all records for the last time and compares them. */
  settle(): Promise<void> {
    return this.#back.settle();
  }

  /** The kind of the write, and the kinds that it may reach if the target carries it out. */
  #kindsOf({ operation, expected }: Beside): readonly Kind[] {
    const { kind, reaches: all = [] }: Write = WRITES[operation];
    const reaches = expected === "accepted" ? all : [];
    return [...new Set([kind, ...reaches.map((reach) => reach.kind)])].filter((one) => this.#observer.isSeen(one));
  }

  /** Whether a write of this operation, version and expected outcome still needs a comparison. */
  #isDue(beside: Beside): boolean {
    const { operation, version, expected } = beside;
    if (this.#back.isSuspected(WRITES[operation].kind)) return true;
    if (expected === undefined) return false;
    const key = `${operation} ${version} ${expected}`;
    const tries = this.#tries.get(key) ?? 0;
    if (expected === "kept out") return !this.#keptOut.has(operation) && tries === 0;
    // A server looks for no record in a project that does not exist, so this refusal shows nothing about other
    // refusals.
    if (expected === "refused" && isElsewhere(beside)) return false;
    const sweep = this.#sweeps.get(key);
    const hasCompany = this.#hasCompany(operation);
    const enough = hasCompany && expected === "accepted" ? COMPANY : 1;
    const isLonely = sweep && sweep.own < enough && (hasCompany || this.#hasOwn(beside));
    const { patient }: Write = WRITES[operation];
    const isBlind = this.#blind.has(key) && !isDeepStrictEqual(this.#blind.get(key), beside.sent);
    if (sweep === undefined || isLonely || isBlind) return tries < (patient ? MOST_OF_PATIENT : MOST_TRIES);
    // A server refuses a wrong address before it looks for a record, and a wrong record or body later. Each of these
    // refusals may do harm in its own way, so each is compared.
    const { effect } = WRITES[operation];
    const mayRemove = effect.kind === "owned" && effect.removes === true;
    if (expected !== "refused" || !(hasCompany || mayRemove)) return false;
    const ways = this.#refusedWays.get(key);
    const isAnother = (ways?.size ?? 0) < MOST_WAYS && ways?.has(wayOf(beside)) !== true;
    // If the answers keep changing, no refusal is ever compared, so the number of tries is limited.
    return isAnother && tries < MOST_TRIES + MOST_WAYS;
  }

  /** Looks at once after a write with an unexpected outcome, the first time that this outcome occurs. */
  async #lookAfterSurprise({ operation, version, expected, place }: Beside, exchange: Exchange): Promise<void> {
    const came = cameTo(exchange);
    if (expected === "kept out" || came === expected || (came !== "accepted" && came !== "refused")) return;
    const key = `${operation} ${version} ${came}`;
    if (this.#sweeps.has(key) || this.#lookedBack.has(key)) return;
    this.#lookedBack.add(key);
    const { kind } = WRITES[operation];
    const isCalm = await this.#back.lookAgain(kind, place, "at once");
    // Another write may have done the harm, but this operation gets no second chance.
    if (!isCalm) this.#ledger.stopSending(operation, `a ${kind} changed or vanished when it was ${came}`, came);
  }

  /** Whether a record of the run's own exists next to the addressed one. */
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

  async #sendWatched(beside: Beside, kinds: readonly Kind[], send: () => Promise<Exchange>): Promise<Exchange> {
    const { operation, version, expected, place: where } = beside;
    const tried = `${operation} ${version} ${expected}`;
    this.#tries.set(tried, (this.#tries.get(tried) ?? 0) + 1);
    const first = beside.isTrial ? await this.#observer.look(kinds, where) : undefined;
    if (beside.isTrial) await this.#parts.wait(SHORTEST_CONTROL);
    const last = this.#lastLook(beside, kinds);
    const began = last?.at ?? steadyNow();
    const before = last?.seen ?? (await this.#observer.look(kinds, where, first));
    // If two looks before the write agree, a difference after it is no late read.
    const isCalm =
      first !== undefined && before !== undefined && differences(first, before, this.#parts.now()).length === 0;
    if (before !== undefined) for (const kind of kinds) this.#remember(kind, where, before);
    if (before !== undefined) await this.#back.compare(kinds, where, before, began);
    const exchange = await send();
    const came = cameTo(exchange);
    const outcome = came === "accepted" || came === "refused" ? came : undefined;
    const sentAt = steadyNow();
    const after = before && (await this.#observer.look(kinds, where, before));
    if (before === undefined || after === undefined) return exchange;
    const look = (): Promise<Sightings | undefined> => this.#observer.look(kinds, where, before);
    const counts = (one: Difference, now: Sightings): boolean => this.#countsFor(one, now, beside, isCalm);
    const watched = { before, after, look, counts, milliseconds: steadyNow() - began };
    const { lasting, hasHealed } = await lastingDifferences(this.#comparing, watched);
    // A server that answers from a cache may show the former state only until the next write of the kind. Open
    // questions about the looks are therefore settled before others write.
    if (outcome === "accepted" && !beside.isTrial) await atMost(LONGEST_QUESTION, this.#parts.concluded());
    if (!hasHealed) {
      this.#back.replaceState(kinds, where, after, sentAt);
      this.#looks.set(this.#placesOf(kinds, where), { writes: this.#writesOf(kinds), seen: after, at: sentAt });
    }
    const others = [...before.values()].filter((one) => !isAddressed(one, beside));
    // A record that changes by itself shows no harm, so it is no neighbour yet.
    const own = others.filter((one) => this.#ledger.holds(one.id) && !one.isMoving).length;
    const disturbed = lasting.map((one) => ({ ...toldOf(one), isOwn: this.#ledger.holds(one.sighting.id) }));
    // Harm counts even if no answer tells the outcome of the write.
    for (const one of disturbed) this.#ledger.recordHarm(operation, version, came, one);
    // The looks use version 2 if the target serves it. This read shows how the older version presents the result of a
    // version 2 write.
    if (outcome === "accepted" && version === "2" && !beside.isTrial)
      await this.#observer.glimpse(WRITES[operation].kind, where);
    if (expected === "kept out" && outcome === "refused") this.#keptOut.add(operation);
    // A server refuses a caller without permission before it looks for a record, so this refusal shows nothing about
    // other refusals.
    if (outcome === undefined || (expected === "kept out" && disturbed.length === 0)) return exchange;
    const key = `${operation} ${version} ${outcome}`;
    if (outcome === "refused") this.#refusedWays.set(key, (this.#refusedWays.get(key) ?? new Set()).add(wayOf(beside)));
    this.#sweeps.set(key, { own, others: others.length - own, disturbed });
    const places = others.filter(({ kind }) => KINDS[kind].sight?.how === "places");
    const areSame = places.length > 0 && places.every(({ record }) => holdsAll(record, beside.sent));
    const addressed = [...before.values()].filter((one) => isAddressed(one, beside));
    // A write that repeats the values of its record shows no answer that is out of date.
    const repeats = addressed.length > 0 && addressed.every(({ record }) => holdsAll(record, beside.sent));
    if (outcome === "accepted" && (areSame || (repeats && beside.sent !== undefined)))
      this.#blind.set(key, beside.sent);
    else this.#blind.delete(key);
    return exchange;
  }

  /**
   * The look after the previous write, if it can serve as the look before this one: it is fresh, it read only lists,
   * and no write followed it.
   */
  #lastLook({ isTrial, place }: Beside, kinds: readonly Kind[]): Look | undefined {
    const last = this.#looks.get(this.#placesOf(kinds, place));
    if (isTrial || last === undefined || steadyNow() - last.at > FRESH) return undefined;
    const isFresh = last.writes === this.#writesOf(kinds) && kinds.every((kind) => KINDS[kind].sight?.how === "list");
    // A record of the run's own that changed by itself then may be at rest by now, and shows harm only then.
    const mayRest = [...last.seen.values()].some(({ id, isMoving }) => isMoving && this.#ledger.holds(id));
    return isFresh && !mayRest ? last : undefined;
  }

  #placesOf(kinds: readonly Kind[], where: Path): string {
    return kinds.map((kind) => this.#observer.placeOf(kind, where)).join();
  }

  /** The number of writes so far, per kind. */
  #writesOf(kinds: readonly Kind[]): string {
    return kinds.map((kind) => this.#back.writesOf(kind)).join();
  }

  /**
   * Remembers the ids of the first look and all states of a place. Later ids do not count: another client may create a
   * record and delete it again.
   */
  #remember(kind: Kind, where: Path, seen: Sightings): void {
    const key = this.#observer.placeOf(kind, where);
    if (!this.#first.has(key)) this.#first.set(key, new Set([...seen.values()].map(({ id }) => id)));
    if (KINDS[kind].sight?.how !== "places") return;
    for (const { id, record } of [...seen.values()].filter((one) => one.kind === kind)) {
      const states = this.#states.get(`${kind} ${id}`) ?? { since: steadyNow(), all: [] };
      this.#states.set(`${kind} ${id}`, states);
      if (!states.all.some((one) => isDeepStrictEqual(one, record))) states.all.push(record);
    }
  }

  /** Whether a place shows a state that no look showed before the run wrote to it: a late read cannot explain that. */
  #isNewState(key: string, touched: number, now: Sighting["record"] | undefined): boolean {
    const states = this.#states.get(key);
    return states !== undefined && states.since < touched && !states.all.some((one) => isDeepStrictEqual(one, now));
  }

  /**
   * Whether only harm by the write explains a difference: the write did not address the record, does not reach its
   * kind, and no late read explains it.
   */
  #countsFor({ sighting, members }: Difference, now: Sightings, beside: Beside, isCalm: boolean): boolean {
    const { operation, query, sent } = beside;
    const { kind, id, name } = sighting;
    const { reaches = [] }: Write = WRITES[operation];
    const reach = reaches.find((one) => one.kind === kind);
    if (reach?.when(sent, query, this.#parts.contract) === true) return false;
    if (isAddressed(sighting, beside)) return false;
    // A record that the run reads by its id, absent before and present now, was created a moment ago.
    if (sighting.record === "none" && KINDS[kind].sight?.how === "ids") return false;
    const key = `${kind} ${id}`;
    // A write may have addressed the record by its name.
    const keys = typeof name === "string" ? [key, `${kind} ${name}`] : [key];
    const touched = Math.max(...keys.map((one) => this.#touched.get(one) ?? -LATE));
    const mayBeLate = !isCalm && members.length > 0 && steadyNow() - touched < LATE;
    const isLate = mayBeLate && !this.#isNewState(key, touched, now.get(key)?.record);
    if (keys.some((one) => this.#doubtful.has(one)) || isLate) return false;
    // A cancelled record stays on the target; for a while, reads may still show its earlier state.
    if (this.#ledger.stays(id) && steadyNow() - touched >= LATE) return true;
    if (this.#ledger.own.has(id)) return this.#ledger.holds(sighting.id);
    // Every cluster or project has exactly one record of this kind, so another client cannot have created or deleted
    // it.
    if (KINDS[kind].sight?.how === "places") return true;
    return this.#first.get(this.#observer.placeOf(kind, beside.place))?.has(id) === true;
  }
}

/** The result of a look after a write. */
interface Look {
  /** The number of writes per kind at that time. */
  readonly writes: string;
  readonly seen: Sightings;
  readonly at: number;
}

/** The records that a path may address: of the kind of the write, and of the kinds that it may reach. */
const addressedBy = ({ path }: Beside, kinds: readonly Kind[]): readonly string[] =>
  kinds.flatMap((kind) => Object.values(path).map((id) => `${kind} ${id}`));

/** Whether a write addresses another project than the one where it would work. */
const isElsewhere = ({ path, place }: Beside): boolean => path["groupId"] !== place["groupId"];

/** The path parameters that differ from the right address; empty if the body or the caller is wrong instead. */
const wayOf = ({ path, place }: Beside): string =>
  Object.keys(path)
    .filter((name) => path[name] !== place[name])
    .sort()
    .join();

/** Whether a place already has every value that a write sends. */
function holdsAll(record: Fields | "none", sent: unknown): boolean {
  return (
    record !== "none" && Object.entries(fieldsOf(sent)).every(([name, one]) => isDeepStrictEqual(record[name], one))
  );
}

/** Whether the path of a write names a record by its id or its name. */
function isAddressed({ id, name }: Sighting, { path }: Beside): boolean {
  const addressed = Object.values(path);
  return addressed.includes(id) || (typeof name === "string" && addressed.includes(name));
}
