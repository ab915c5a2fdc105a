import { type Exchange, parseJson } from "@plumbline/client";
import type { Change } from "@plumbline/report";
import { isWriteId, type OperationId, type RouteVersion, readText, recordId, type WriteId } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import { jsonOf, member, received, wasAccepted, wasRefused } from "../expect/answers.ts";
import type { Journal } from "../journal.ts";
import type { Call } from "../kernel/call.ts";
import { settles } from "../kernel/settles.ts";
import { listIn } from "../oracles/envelope.ts";
import { WRITES } from "../writes/table.ts";
import type { Changes, Ends, Lasting, Makes, Owned, Path, Starts } from "../writes/write.ts";
import { bears, recordOf } from "./bears.ts";
import type { Desk, Undone } from "./desk.ts";
import type { ChangedEntry, Entry, LastingEntry, MadeEntry, StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { ownershipOf } from "./ownership.ts";
import { type Place, Places } from "./places.ts";
import { differing } from "./same-state.ts";
import { undoChanged } from "./undo-changed.ts";
import { undoMade } from "./undo-made.ts";
import { undoStarted } from "./undo-started.ts";

/** What a custody needs of the conversation with a target. */
export interface CustodyParts extends Desk {
  readonly journal: Journal;
  /** Every path parameter of a call, those that the world fills in included. */
  readonly pathOf: (call: Call) => Path;
  /** The same with the known values in place of malformed ones: where a target works that takes them for those. */
  readonly placeOf: (call: Call) => Path;
  /** The body of a call as it goes on the wire. */
  readonly bodyOf: (call: Call) => string | undefined;
  /** Ids and names that the user stated or that were found: records of the user's. */
  readonly isKnown: (parameter: string, value: string) => boolean;
  /** A record that the user gave for being lost, should the target not protect it. */
  readonly isGiven: (value: string) => boolean;
}

type Send = () => Promise<Exchange>;

/** One request that changes something, with all that is said about it. */
interface Request {
  readonly call: Call;
  readonly operation: WriteId;
  readonly path: Path;
  readonly by: string;
  readonly send: Send;
}

/**
 * Looks after all that a run makes or changes on a target, whoever asks for it. Every request that may change something
 * goes through here: it is in the journal, with what undoes it, before it leaves; it is undone when whoever asked for it
 * is done; and what was undone is looked at. What is not proven to be the run's own is left alone, and so is from then on
 * whatever could not be put back.
 */
export class Custody {
  readonly #parts: CustodyParts;
  readonly #places: Places;
  readonly #open = new Set<Entry>();
  /** Records of the run's own, by id. */
  readonly #own = new Map<string, MadeEntry>();
  /** By exchange, so that a campaign can give back what one request made. */
  readonly #byExchange = new Map<string, Entry>();
  /** Ids in answers to creates that are not the run's own, and why. */
  readonly #foreign = new Map<string, string>();
  /** Those of them that were there before the run. */
  readonly #old = new Set<string>();
  /** What could not be put back, and why: nothing of it is changed any more. */
  readonly #frozen = new Map<string, string>();
  /** The first state that was read of each thing that was changed. */
  readonly #originals = new Map<string, unknown>();
  /** What each asker read last, so that it need not be read twice. */
  readonly #reads = new Map<string, Exchange>();
  readonly #changes = new Map<number, Change>();
  /** What was asked for last at each place: what is found there without having been heard of is like it. */
  readonly #likes = new Map<Place, MadeEntry>();
  /** Ids that may be the run's own. */
  readonly #guessed = new Set<string>();
  #entries = 0;
  #marked = false;

  constructor(parts: CustodyParts) {
    this.#parts = parts;
    this.#places = new Places({
      ask: (call) => parts.ask(call),
      served: parts.served,
      pages: (operation) => parts.contract.operation(operation).query.some(({ name }) => name === "itemsPerPage"),
      contract: parts.contract,
      seen: (list, path, ids) => parts.journal.append({ type: "place", list, path, ids: [...ids] }),
    });
  }

  /** What was made and changed, and what became of it. */
  get changes(): readonly Change[] {
    return [...this.#changes.values()];
  }

  /**
   * Sends a call on behalf of somebody, who has to `release` what came of it.
   * @throws HandsOffError when it could change what is not the run's to change.
   */
  async carry(call: Call, by: string, send: Send): Promise<Exchange> {
    const { operation } = call;
    if (!isWriteId(operation) || call.method !== undefined || call.elsewhere !== undefined) return send();
    const request: Request = { call, operation, path: this.#parts.placeOf(call), by, send };
    const { effect } = WRITES[operation];
    switch (effect.kind) {
      case "makes":
        return this.#makes(request, effect);
      case "changes":
        return this.#replaces(request, effect);
      case "starts":
        return this.#begins(request, effect);
      case "ends":
        return this.#finishes(request, effect);
      case "owned":
        return this.#worksOn(request, effect);
      case "lasting":
        return this.#lasts(request, effect);
      default:
        return effect satisfies never;
    }
  }

  /** Takes note of what a read shows: it may prove whose a record is, and saves reading a state once more. */
  observe(call: Call, by: string, exchange: Exchange): void {
    const plain = call.query === undefined && call.rawQuery === undefined && call.who === undefined;
    if (!plain || call.rawPath !== undefined || !wasAccepted(exchange)) return;
    const path = this.#parts.pathOf(call);
    if (STATES.has(call.operation)) this.#reads.set(keyOf(by, call.operation, path), exchange);
    for (const id of Object.values(call.path ?? {})) {
      const entry = this.#own.get(id);
      if (entry === undefined || entry.proven || entry.effect.read !== call.operation) continue;
      const record = recordOf(jsonOf(exchange), this.#parts.contract.field(entry.effect.id));
      if (bears(entry, record, this.#parts.mark, this.#parts.contract)) entry.proven = true;
    }
  }

  /** Whether a record of this id was made by the run and has not been removed by whoever made it. */
  holds(id: string): boolean {
    const entry = this.#own.get(id);
    return entry !== undefined && entry.closed === undefined && entry.removed === undefined;
  }

  /** The check itself has removed the record of this id. */
  wasRemoved(id: string): boolean {
    return this.#own.get(id)?.removed === true;
  }

  #heard(entry: Entry, { id }: Exchange): void {
    entry.exchange = id;
    this.#byExchange.set(id, entry);
  }

  /** Why the record that a create answered with is not the run's own; `undefined` when nothing speaks against it. */
  whyForeign(id: string): string | undefined {
    return this.#foreign.get(id);
  }

  /** What a write is about to replace, in the target's words; it is put back when whoever asks is done. */
  async borrows(call: Call, by: string): Promise<unknown> {
    const { operation } = call;
    const effect = isWriteId(operation) ? WRITES[operation].effect : undefined;
    if (!isWriteId(operation) || effect?.kind !== "changes") throw new Error(`${operation} replaces nothing`);
    const path = this.#parts.pathOf(call);
    const key = keyOf("", effect.read, chosen(path, effect.of));
    this.#needsThawed(key);
    const request: Request = { call, operation, path, by, send: () => Promise.reject(new Error("nothing to send")) };
    return (this.#heldBy(by, key) ?? (await this.#borrows(request, effect, key))).before;
  }

  /** Whether something stands that was started for somebody, and not ended. */
  stands(operation: WriteId, by: string): boolean {
    return [...this.#open].some(
      (entry) =>
        entry.kind === "started" && entry.operation === operation && entry.by === by && entry.started && !entry.ended,
    );
  }

  /** Whether a create answered with the id of a record that was there before the run. */
  wasThere(id: string): boolean {
    return this.#old.has(id);
  }

  /** Undoes all that was done for somebody, newest first. */
  async release(by: string): Promise<void> {
    const own = [...this.#open].filter((entry) => entry.by === by).reverse();
    for (const entry of own) await this.#undo(entry);
    for (const key of this.#reads.keys()) if (key.startsWith(`${by} `)) this.#reads.delete(key);
  }

  /** Undoes what one request made, at once. */
  async giveBack(exchange: Exchange): Promise<void> {
    const entry = this.#byExchange.get(exchange.id);
    if (entry !== undefined) await this.#undo(entry);
  }

  /**
   * Ends the run: undoes what nobody has released, and looks into every list whether what was removed is gone and whether
   * anything bears the mark of which no answer told.
   */
  async settle(): Promise<void> {
    for (const entry of [...this.#open].reverse()) if (!isUnheard(entry)) await this.#undo(entry);
    for (const place of this.#places.all) await this.#audit(place);
    for (const entry of [...this.#open]) if (entry.kind === "made" && isUnheard(entry)) await this.#missing(entry);
  }

  /** Takes over what a list held before a run that was killed. */
  tell(list: OperationId, path: Path, ids: ReadonlySet<string>): void {
    this.#places.tell(list, path, ids);
  }

  /** Takes over what a run that was killed had not undone. */
  adopt(entry: Entry): void {
    this.#entries = Math.max(this.#entries, entry.number + 1);
    entry.noted = true;
    this.#open.add(entry);
    if (entry.kind !== "made") return;
    const place = this.#placeOf(entry);
    if (place !== undefined) this.#likes.set(place, entry);
    if (entry.id !== undefined) this.#own.set(entry.id, entry);
  }

  async #makes(request: Request, effect: Makes): Promise<Exchange> {
    const { call, operation } = request;
    const sent = this.#bodyOf(call);
    const listedAt = effect.listedAt?.(sent) ?? {};
    const entry: MadeEntry = {
      kind: "made",
      ...this.#common(request),
      effect,
      listedAt,
      sent,
      marked: this.#bearsMark(effect, sent),
    };
    const place = this.#placeOf(entry);
    const known = await place?.known;
    if (place !== undefined) this.#likes.set(place, entry);
    const { number } = entry;
    this.#note(entry, { marked: entry.marked, listedAt });
    const exchange = await this.#sent(entry, request);
    if (!this.#open.has(entry) || !wasAccepted(exchange)) return exchange;
    const record = recordOf(jsonOf(exchange), this.#parts.contract.field(effect.id));
    const id =
      member(record, this.#parts.contract.field(effect.id)) ??
      (effect.id === "name" ? member(sent, "name") : undefined);
    if (typeof id !== "string") return exchange;
    const why = effect.id === "name" ? undefined : this.#whyNotNew(id, known);
    if (why !== undefined) {
      this.#foreign.set(id, why);
      if (known?.has(id)) this.#old.add(id);
      this.#unheard(entry);
      return exchange;
    }
    const twin = this.#own.get(id);
    if (twin?.closed && effect.remove !== undefined && twin.exchange !== exchange.id) entry.again = true;
    else if (twin !== undefined) {
      // Equal requests may share one answer; another one that tells of the same record does not tell what it made.
      if (twin.exchange === exchange.id) this.#close(entry, { state: "nothing" });
      else this.#unheard(entry);
      return exchange;
    }
    entry.id = id;
    entry.echoed = bears(entry, record, this.#parts.mark, this.#parts.contract);
    this.#own.set(id, entry);
    this.#heard(entry, exchange);
    this.#parts.journal.append({ type: "made", entry: number, operation, id });
    return exchange;
  }

  #bearsMark({ texts }: Makes, record: unknown): boolean {
    const { contract, mark } = this.#parts;
    return texts?.(record, contract).some((text) => typeof text === "string" && text.includes(mark)) === true;
  }

  #whyNotNew(id: string, known: ReadonlySet<string> | undefined): string | undefined {
    if (readText(recordId, id).kind !== "value") return `its id is malformed (${preview(id)})`;
    if (known?.has(id)) return `it was in the list before: ${id}`;
    const parameter = [...KNOWN_BY].find((name) => this.#parts.isKnown(name, id));
    return parameter === undefined ? undefined : `it is the known ${parameter}: ${id}`;
  }

  async #replaces(request: Request, effect: Changes): Promise<Exchange> {
    const { call, path, by } = request;
    const key = keyOf("", effect.read, chosen(path, effect.of));
    this.#needsThawed(key);
    const held = this.#heldBy(by, key);
    const sent = this.#bodyOf(call);
    await this.#reach(request, effect);
    const entry = held ?? (await this.#borrows(request, effect, key));
    const beyond = { ...entry.beyond, ...effect.beyond?.(sent, entry.before) };
    if (!entry.noted || JSON.stringify(beyond) !== JSON.stringify(entry.beyond)) {
      entry.beyond = beyond;
      this.#note(entry, {
        before: Array.isArray(entry.before) ? entry.before : { ...Object(entry.before), ...beyond },
      });
    }
    const exchange = await this.#sent(entry, request, { keep: true });
    if (!wasRefused(exchange)) entry.touched = true;
    return exchange;
  }

  /** Takes note of what a request changes beside its own state, where that can be read. */
  async #reach(request: Request, { reaches }: Changes): Promise<void> {
    const { call, path } = request;
    if (reaches === undefined || !reaches.when(call.query ?? {})) return;
    const { effect } = WRITES[reaches.through];
    const { ask, contract, served } = this.#parts;
    const version = served(reaches.over, call.version);
    if (effect.kind !== "changes" || version === undefined) return;
    const listed = jsonOf(await ask({ operation: reaches.over, version, path, query: { itemsPerPage: "500" } }));
    for (const record of listIn(listed) ?? []) {
      const value = member(record, contract.field(reaches.by));
      if (typeof value !== "string") continue;
      const own = { ...request, operation: reaches.through, path: { ...path, [reaches.parameter]: value } };
      const key = keyOf("", effect.read, chosen(own.path, effect.of));
      if (this.#heldBy(request.by, key) !== undefined) continue;
      this.#needsThawed(key);
      const entry = await this.#borrows(own, effect, key).catch(ignoreHandsOff);
      if (entry !== undefined) this.#note(entry, { before: entry.before });
    }
  }

  #heldBy(by: string, key: string): ChangedEntry | undefined {
    return [...this.#open].find(
      (entry): entry is ChangedEntry =>
        entry.kind === "changed" && entry.by === by && keyOf("", entry.effect.read, entry.path) === key,
    );
  }

  /** What a state is before it is changed: read now, unless whoever asks has just read it. */
  async #borrows(request: Request, effect: Changes, key: string): Promise<ChangedEntry> {
    const { by, path, call } = request;
    const { ask, contract, pass, served } = this.#parts;
    const version = served(effect.read, call.version);
    if (version === undefined)
      throw new HandsOffError(`nothing shows what ${call.operation} changes, so it could not be put back`);
    const where = chosen(path, effect.of);
    const read = (): Promise<Exchange> => ask({ operation: effect.read, version, path: where });
    const before = (exchange: Exchange): unknown => {
      if (!wasAccepted(exchange))
        throw new HandsOffError(
          `what ${call.operation} changes cannot be read (${received(exchange)}), so it could not be put back`,
        );
      const state = effect.before(jsonOf(exchange), contract);
      if (typeof state === "string") throw new HandsOffError(state);
      return state;
    };
    const first = this.#originals.get(key);
    let shown = this.#reads.get(keyOf(by, effect.read, where)) ?? (await read());
    const isSame = (one: Exchange): boolean => differing(effect, first, jsonOf(one), contract).length === 0;
    // A read may still show what the check before this one did; what goes on being otherwise, somebody else changed.
    if (first !== undefined && !isSame(shown)) shown = await settles(pass, read, isSame);
    const state = before(shown);
    this.#originals.set(key, state);
    const entry: ChangedEntry = {
      kind: "changed",
      ...this.#common(request),
      path: where,
      effect,
      before: state,
      beyond: {},
    };
    this.#open.add(entry);
    return entry;
  }

  async #begins(request: Request, effect: Starts): Promise<Exchange> {
    const where = chosen(request.path, effect.of);
    const key = keyOf("", effect.read, where);
    this.#needsThawed(key);
    const own = this.#startedBy(request.by, key);
    if (own === undefined || own.ended) await this.#needsNone(request, effect, where);
    if (own !== undefined) {
      delete own.ended;
      return this.#started(own, request);
    }
    const entry: StartedEntry = { kind: "started", ...this.#common(request), path: where, effect };
    this.#note(entry, {});
    return this.#started(entry, request);
  }

  async #started(entry: StartedEntry, request: Request): Promise<Exchange> {
    const exchange = await this.#sent(entry, request, { keep: true });
    if (!wasRefused(exchange)) entry.started = true;
    this.#heard(entry, exchange);
    return exchange;
  }

  /** What stands already is somebody else's: ending it would end theirs. */
  async #needsNone({ call }: Request, effect: Starts, path: Path): Promise<void> {
    const { ask, pass, served } = this.#parts;
    const version = served(effect.read, call.version);
    if (version === undefined)
      throw new HandsOffError(`nothing shows what ${call.operation} starts, so it could not be ended`);
    const read = (): Promise<Exchange> => ask({ operation: effect.read, version, path });
    // One that the run has ended may still be shown.
    const last = await settles(pass, read, (one) => effect.standing(one) === false);
    const standing = effect.standing(last);
    if (standing === undefined)
      throw new HandsOffError(`whether one stands that ${call.operation} starts cannot be read (${received(last)})`);
    if (standing)
      throw new HandsOffError(`one stands already that the run has not started, and ${effect.end} would end it`);
  }

  async #finishes(request: Request, { starts }: Ends): Promise<Exchange> {
    const { effect } = WRITES[starts];
    if (effect.kind !== "starts") throw new Error(`${starts} starts nothing`);
    const own = this.#startedBy(request.by, keyOf("", effect.read, chosen(request.path, effect.of)));
    if (own === undefined) throw new HandsOffError(`the run has not done ${starts}: what stands is not its own`);
    const exchange = await request.send();
    if (wasAccepted(exchange)) own.ended = true;
    return exchange;
  }

  #startedBy(by: string, key: string): StartedEntry | undefined {
    return [...this.#open].find(
      (entry): entry is StartedEntry =>
        entry.kind === "started" && entry.by === by && keyOf("", entry.effect.read, entry.path) === key,
    );
  }

  async #worksOn({ call, operation, send }: Request, { parameter, removes }: Owned): Promise<Exchange> {
    const addressed = this.#parts.pathOf(call)[parameter] ?? "";
    const own = this.#own.get(addressed);
    if (own !== undefined) {
      const ownership = own.closed || own.removed ? undefined : await this.#prove(own, addressed);
      if (ownership !== undefined) throw new HandsOffError(`${operation} of ${addressed}: ${ownership}`);
      const exchange = await send();
      if (removes && wasAccepted(exchange)) own.removed = true;
      return exchange;
    }
    if (!addressed.includes(this.#parts.mark) && !this.#parts.isGiven(addressed))
      this.#needsNobodys(operation, parameter, addressed);
    return send();
  }

  /** An id that the run has not made may be sent where nobody can have it. */
  #needsNobodys(operation: WriteId, parameter: string, addressed: string): void {
    const foreign = this.#foreign.get(addressed);
    if (foreign !== undefined) throw new HandsOffError(`${operation} is not sent: ${foreign}`);
    const wellFormed = parameter.endsWith("Id") ? readText(recordId, addressed).kind === "value" : addressed !== "";
    if (wellFormed && addressed !== NOBODYS)
      throw new HandsOffError(
        `${operation} is not sent: ${parameter} ${preview(addressed)} is no record of the run's own`,
      );
  }

  async #prove(entry: MadeEntry, id: string): Promise<string | undefined> {
    if (entry.proven || this.#frozen.has(id)) return this.#frozen.get(id);
    // Requests that are released together learn it together.
    entry.proof ??= ownershipOf(entry, id, this.#parts, this.#placeOf(entry));
    const ownership = await entry.proof;
    if (ownership.kind !== "ours") delete entry.proof;
    if (ownership.kind !== "foreign") return undefined;
    this.#disown(entry, id, ownership.note);
    return ownership.note;
  }

  #disown(entry: MadeEntry, id: string, note: string): void {
    this.#foreign.set(id, note);
    this.#own.delete(id);
    delete entry.id;
    this.#unheard(entry);
  }

  /** The answer told of another record than the one that was asked for: whether there is one shows when the run ends. */
  #unheard(entry: MadeEntry): void {
    if (entry.marked) this.#close(entry, { state: "nothing" });
  }

  async #lasts(request: Request, effect: Lasting): Promise<Exchange> {
    const entry: LastingEntry = { kind: "lasting", ...this.#common(request), effect };
    this.#note(entry, {});
    const exchange = await this.#sent(entry, request);
    if (this.#open.has(entry) && !wasRefused(exchange)) entry.done = true;
    return exchange;
  }

  /** The body of a call as the target gets it, where it is JSON. */
  #bodyOf(call: Call): unknown {
    const text = this.#parts.bodyOf(call);
    return text === undefined ? undefined : parseJson(text);
  }

  #common({ call, operation, path, by }: Request) {
    const number = this.#entries;
    this.#entries += 1;
    return { number, by, operation, version: call.version as RouteVersion, path };
  }

  #placeOf({ effect, path, listedAt }: MadeEntry): Place | undefined {
    return this.#places.of(effect, { ...path, ...listedAt });
  }

  /** Writes ahead what is about to be sent, with what undoes it. */
  #note(entry: Entry, more: { readonly marked?: boolean; readonly listedAt?: Path; readonly before?: unknown }): void {
    const { journal, mark } = this.#parts;
    if (!this.#marked) journal.append({ type: "mark", mark });
    this.#marked = true;
    this.#open.add(entry);
    entry.noted = true;
    const { number, operation, version, path } = entry;
    journal.append({ type: "intent", entry: number, operation, version, path, ...more });
  }

  /** Sends what was noted; a refusal, and a request that never left, make the note void. */
  async #sent(entry: Entry, { send }: Request, { keep = false } = {}): Promise<Exchange> {
    let exchange: Exchange;
    try {
      exchange = await send();
    } catch (error) {
      if (!keep) this.#close(entry, { state: "nothing" });
      throw error;
    }
    if (!keep && wasRefused(exchange)) this.#close(entry, { state: "nothing" });
    return exchange;
  }

  #needsThawed(key: string): void {
    const why = this.#frozen.get(key);
    if (why !== undefined) throw new HandsOffError(`it could not be put back before, so it is left alone: ${why}`);
  }

  async #undo(entry: Entry): Promise<void> {
    if (entry.closed || isUnheard(entry)) return;
    if (!entry.noted) return this.#close(entry, { state: "nothing" });
    let undone: Undone;
    try {
      undone = await this.#undone(entry);
    } catch (error) {
      // Whatever kept the request from being sent, the record is still there: that is what the user must hear.
      undone = { state: "left", note: error instanceof Error ? error.message : String(error) };
    }
    if (undone.state === "left") this.#freeze(entry, undone.note);
    if (undone.state === "foreign" && entry.kind === "made" && entry.id !== undefined)
      this.#disown(entry, entry.id, undone.note);
    else this.#close(entry, undone);
  }

  async #undone(entry: Entry): Promise<Undone> {
    switch (entry.kind) {
      case "made":
        return undoMade(entry, this.#parts, this.#placeOf(entry));
      case "changed":
        return undoChanged(entry, this.#parts);
      case "started":
        return undoStarted(entry, this.#parts);
      case "lasting":
        return { state: "stays", note: entry.effect.stays };
      default:
        return entry satisfies never;
    }
  }

  #freeze(entry: Entry, note: string): void {
    if (entry.kind === "made") {
      if (entry.id !== undefined) this.#frozen.set(entry.id, note);
      return;
    }
    if (entry.kind === "changed" || entry.kind === "started")
      this.#frozen.set(keyOf("", entry.effect.read, entry.path), note);
  }

  #close(entry: Entry, undone: Undone): void {
    entry.closed = true;
    this.#open.delete(entry);
    if (entry.exchange !== undefined) this.#byExchange.delete(entry.exchange);
    const { number, operation } = entry;
    const { journal } = this.#parts;
    if (!entry.noted) return;
    if (undone.state === "nothing" || undone.state === "foreign") {
      journal.append({ type: "void", entry: number });
      return;
    }
    const id = idOf(entry);
    const change: Change = { operation, id, state: undone.state, ...("note" in undone && { note: undone.note }) };
    this.#changes.set(number, change);
    journal.append({ type: "undone", entry: number, ...change });
  }

  /** Looks at a list once more: what was removed has to be gone, and what bears the mark has to be the run's own. */
  async #audit(place: Place): Promise<void> {
    const { contract, pass, journal } = this.#parts;
    const idName = contract.field(place.effect.id);
    const removed = new Map(
      [...this.#own]
        .filter(([, entry]) => entry.closed && this.#placeOf(entry) === place)
        .filter(([, { number }]) => this.#changes.get(number)?.state === "removed"),
    );
    const isOurs = (record: unknown): boolean => {
      const id = member(record, idName);
      return (
        typeof id === "string" &&
        place.effect.fading?.(record) !== true &&
        (removed.has(id) || this.#bearsMark(place.effect, record))
      );
    };
    const due = (records: readonly unknown[] | undefined): readonly unknown[] => (records ?? []).filter(isOurs);
    const left = await settles(pass, place.now, (records) => due(records).length === 0);
    for (const record of due(left)) {
      const id = String(member(record, idName));
      const entry = removed.get(id);
      if (entry !== undefined) {
        const note = "its removal was accepted, and it is in the list still";
        const change: Change = { operation: entry.operation, id, state: "left", note };
        this.#changes.set(entry.number, change);
        journal.append({ type: "undone", entry: entry.number, ...change });
      } else if (!this.#own.has(id)) await this.#removeOrphan(place, id);
    }
  }

  /**
   * A request that was not answered, for what bears no mark: whatever is in the list since may have come of it, and nobody
   * can tell.
   */
  async #missing(entry: MadeEntry): Promise<void> {
    const place = this.#placeOf(entry);
    const [known, now] = [await place?.known, entry.marked ? [] : await place?.now()];
    const idName = this.#parts.contract.field(entry.effect.id);
    const newer = (now ?? [])
      .map((record) => member(record, idName))
      .filter((id): id is string => typeof id === "string" && known?.has(id) === false && !this.#own.has(id));
    const [id] = newer.filter((one) => !this.#guessed.has(one));
    const { stays } = entry.effect;
    if (id !== undefined) {
      this.#guessed.add(id);
      entry.id = id;
    }
    if (stays !== undefined) return this.#close(entry, { state: "stays", note: stays });
    if (id === undefined) return this.#close(entry, { state: "nothing" });
    const note = "it may have come of a request that was not answered; it bears no mark, so that nobody can tell";
    this.#close(entry, { state: "left", note });
  }

  /** A record that bears the mark, of which no answer told. */
  async #removeOrphan(place: Place, id: string): Promise<void> {
    const lost = [...this.#open].find(
      (entry): entry is MadeEntry =>
        entry.kind === "made" && entry.marked && isUnheard(entry) && this.#placeOf(entry) === place,
    );
    const like = lost ?? this.#likes.get(place);
    if (like === undefined) return;
    const { closed: _closed, removed: _removed, ...rest } = like;
    const number = lost?.number ?? this.#entries++;
    const entry: MadeEntry = { ...rest, number, id, marked: true, proven: true };
    if (lost !== undefined) this.#open.delete(lost);
    else this.#note(entry, { marked: true, listedAt: entry.listedAt });
    this.#own.set(id, entry);
    this.#open.add(entry);
    await this.#undo(entry);
  }
}

/** Reads that show what some write replaces. */
const STATES: ReadonlySet<OperationId> = new Set(
  Object.values(WRITES).flatMap(({ effect }) => (effect.kind === "changes" ? [effect.read] : [])),
);

/** A cluster without a schedule has none that could be changed. */
function ignoreHandsOff(error: unknown): undefined {
  if (!(error instanceof HandsOffError)) throw error;
}

/** Nobody was ever issued this id. */
const NOBODYS = "fedcba9876543210fedcba98";

/** Parameters whose known values are ids of records that are there for longer than the run. */
const KNOWN_BY: readonly string[] = [
  "alertConfigId",
  "alertId",
  "exportBucketId",
  "snapshotId",
  "copiedSnapshotId",
  "restoreJobId",
  "indexId",
  "groupId",
  "orgId",
];

/** A record that was asked for, and of which no answer told the id. */
const isUnheard = (entry: Entry): boolean =>
  entry.kind === "made" && entry.id === undefined && entry.closed === undefined;

const chosen = (path: Path, of: readonly string[]): Path =>
  Object.fromEntries(of.flatMap((name) => (path[name] === undefined ? [] : [[name, path[name]]])));

const keyOf = (by: string, operation: OperationId, path: Path): string =>
  `${by} ${operation} ${JSON.stringify(Object.entries(path).sort())}`;

/** What an entry is called in a report. */
function idOf(entry: Entry): string {
  if (entry.kind === "made") return entry.id ?? "without an id";
  return entry.path["alertId"] ?? entry.path["clusterName"] ?? entry.path["groupId"] ?? entry.path["orgId"] ?? "";
}
