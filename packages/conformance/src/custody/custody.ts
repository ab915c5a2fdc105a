import { type Exchange, parseJson } from "@plumbline/client";
import type { Change } from "@plumbline/report";
import { isWriteId, type OperationId, type RouteVersion, type WriteId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Log } from "../ground/journal.ts";
import { member } from "../ground/json.ts";
import { described } from "../oracles/described.ts";
import { WRITES } from "../writes/table.ts";
import type { Lasting } from "../writes/write.ts";
import { bears, recordOf } from "./bears.ts";
import { Bystanders } from "./bystanders.ts";
import { type CertainParts, certain } from "./certain.ts";
import { COMPANY, Company } from "./company.ts";
import { Creates } from "./creates.ts";
import type { Entry, LastingEntry, MadeEntry } from "./entry.ts";
import { expectedOf } from "./expected.ts";
import { keptAfter } from "./goes-away.ts";
import { isAt, isUnheard } from "./keys.ts";
import { Ledger } from "./ledger.ts";
import { needsPermission } from "./needs-permission.ts";
import { OwnedWrites } from "./owned-writes.ts";
import { Reached, type ReachedBefore } from "./reached.ts";
import { Reconciliation } from "./reconciliation.ts";
import { RecordLists } from "./record-lists.ts";
import { Replacements } from "./replacements.ts";
import type { CustodyParts, Request } from "./request.ts";
import { Starts } from "./starts.ts";
import type { Sweep, WriteOutcome } from "./sweep.ts";
import { undoChanged } from "./undo-changed.ts";
import { undoMade } from "./undo-made.ts";
import type { FailedRemoval } from "./undo-parts.ts";
import { undoStarted } from "./undo-started.ts";
import type { Undone } from "./undone.ts";

/**
 * Looks after all that a run makes or changes on a target, whoever asks for it. Every request that may change something
 * goes through here: it is in the journal, with what undoes it, before it leaves; it is undone when whoever asked for it
 * is done; and what was undone is looked at. What is not proven to be the run's own is left alone, and so is from then on
 * whatever could not be put back.
 */
export class Custody {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #lists: RecordLists;
  readonly #creates: Creates;
  readonly #replacements: Replacements;
  readonly #starts: Starts;
  readonly #reconciliation: Reconciliation;
  readonly #certainty: CertainParts;
  readonly #bystanders: Bystanders;
  readonly #company: Company;
  readonly #reached: Reached;
  readonly #owned: OwnedWrites;

  constructor(given: CustodyParts, journal: Log) {
    this.#ledger = new Ledger(journal, given.mark);
    this.#bystanders = new Bystanders(given, this.#ledger);
    // What takes back is held to the same: a removal may harm others as well.
    const parts = { ...given, ask: (call: Call) => this.#beside(call, () => given.ask(call)) };
    this.#parts = parts;
    this.#lists = new RecordLists(parts, (list, path, ids) =>
      journal.append({ type: "place", list, path, ids: [...ids] }),
    );
    this.#creates = new Creates(parts, this.#ledger, this.#lists);
    this.#replacements = new Replacements(parts, this.#ledger);
    this.#starts = new Starts(parts, this.#ledger);
    this.#certainty = { parts, ledger: this.#ledger, lists: this.#lists, lost: new Map() };
    this.#reconciliation = new Reconciliation(parts, this.#ledger, this.#lists, this.#creates, (entry) =>
      this.#undo(entry),
    );
    this.#owned = new OwnedWrites(parts, this.#ledger, this.#lists);
    this.#reached = new Reached(parts, this.#ledger, journal);
    this.#company = new Company({
      parts,
      carry: (call, by) => this.carry(call, by, () => given.send(call)),
      giveBack: (exchange) => this.#isGoneAfter(exchange),
      isHarmful: (create) => this.#ledger.isHarmfulCarriedOut(create),
      standing: (create) => this.#standing(create),
    });
  }

  /** What was made and changed, and what became of it. */
  get changes(): readonly Change[] {
    return this.#ledger.changes;
  }

  /**
   * Sends a call on behalf of somebody, who has to `release` what came of it.
   * @throws HandsOffError when it could change what is not the run's to change.
   */
  async carry(call: Call, by: string, send: Request["send"]): Promise<Exchange> {
    const { operation } = call;
    if (!isWriteId(operation) || call.method !== undefined || call.elsewhere !== undefined) return send();
    const { effect } = WRITES[operation];
    const { bodyOf, contract, mayStay } = this.#parts;
    if (WRITES[operation].commands !== undefined) needsPermission(operation, bodyOf(call), contract, mayStay);
    const plain = this.#request(call, operation, by, send);
    const request = { ...plain, send: () => certain(plain, effect, this.#certainty) };
    await this.#reached.before(plain);
    switch (effect.kind) {
      case "makes":
        if (by !== COMPANY) await this.#company.gather(operation, plain.version);
        return this.#creates.send(request, effect);
      case "changes":
        return this.#replacements.send(request, effect);
      case "starts":
        return this.#starts.send(request, effect);
      case "ends":
        return this.#starts.end(request, effect);
      case "owned":
        return this.#owned.send(request, effect);
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
    this.#bystanders.observe(call, exchange);
    this.#replacements.observe(call.operation, this.#parts.pathOf(call), by, exchange);
    for (const id of Object.values(call.path ?? {})) {
      const entry = this.#ledger.own.get(id);
      if (entry === undefined || entry.proven || entry.effect.read !== call.operation) continue;
      const record = recordOf(jsonOf(exchange), this.#parts.contract.field(entry.effect.id));
      if (bears(entry, record, this.#parts.mark, this.#parts.contract)) entry.proven = true;
    }
  }

  /** Whether a record of this id was made by the run at this place, and has not been removed by whoever made it. */
  owns(id: string, place: Path): boolean {
    const entry = this.#ledger.own.get(id);
    if (entry === undefined || entry.closed !== undefined || entry.removed !== undefined) return false;
    return isAt({ path: { ...entry.path, ...entry.listedAt } }, place);
  }

  /** Whether a create was answered with a record of this id. */
  knows(id: string): boolean {
    return this.#ledger.own.has(id);
  }

  /** The check itself has removed the record of this id. */
  wasRemoved(id: string): boolean {
    const entry = this.#ledger.own.get(id);
    return entry?.removed === true || entry?.removedByName === true;
  }

  /** Why the record that a create answered with is not the run's own; `undefined` when nothing speaks against it. */
  whyForeign(id: string): string | undefined {
    return this.#ledger.foreign.get(id);
  }

  /** Whether a create answered with the id of a record that was there before the run. */
  wasThere(id: string): boolean {
    return this.#creates.wasThere(id);
  }

  /** What of a state a request can state that is about to replace it, in the target's words; put back as it was. */
  async borrows(call: Call, by: string): Promise<unknown> {
    const { operation } = call;
    const effect = isWriteId(operation) ? WRITES[operation].effect : undefined;
    if (!isWriteId(operation) || effect?.kind !== "changes") throw new Error(`${operation} replaces nothing`);
    const version = call.version as RouteVersion;
    const { before } = await this.#replacements.borrow(
      { operation, version, path: this.#parts.placeOf(call), by },
      effect,
    );
    return described(before, [this.#parts.contract.operation(operation, version).body?.schema ?? {}]);
  }

  /**
   * Looks at all that there is where the run works, before anything is written, so that harm which no look stood beside shows
   * later. Some fifty reads, and as many at the end: for runs that write much.
   */
  async looksAround(): Promise<void> {
    await this.#bystanders.open();
  }

  /** Whether something stands that was started for somebody, and not ended. */
  stands(operation: WriteId, by: string): boolean {
    return [...this.#ledger.open].some(
      (entry) =>
        entry.kind === "started" && entry.operation === operation && entry.by === by && entry.started && !entry.ended,
    );
  }

  /** The version in which an operation has made a record that stands; `undefined` where none does. */
  standsBy(operation: WriteId): RouteVersion | undefined {
    for (const [id, entry] of this.#ledger.own)
      if (entry.operation === operation && this.#ledger.holds(id)) return entry.version;
    return undefined;
  }

  /** Undoes all that was done for somebody, newest first. */
  async release(by: string): Promise<void> {
    const own = [...this.#ledger.open].filter((entry) => entry.by === by).reverse();
    if (own.length > 0) await this.#parts.concluded();
    for (const entry of own) await this.#undo(entry);
    this.#replacements.forget(by);
  }

  /** What was seen beside the first write of an operation with this outcome. */
  sweepOf(operation: WriteId, version: RouteVersion, outcome: WriteOutcome): Sweep | undefined {
    return this.#bystanders.sweepOf(operation, version, outcome);
  }

  /** The last removal of a kind that did not do what it says, where no more records of the kind are made because of it. */
  async failedRemoval(remove: WriteId, version: RouteVersion): Promise<FailedRemoval | undefined> {
    await this.#company.gather(remove, version);
    return this.#ledger.isClinging(remove) ? this.#parts.failedRemovals.get(remove) : undefined;
  }

  /** Whether it was waited in vain for what a removal was to take away. */
  removesInVain(remove: WriteId): boolean {
    return this.#parts.inVain.has(keptAfter(remove));
  }

  /** How a record came to be another although nothing addressed it; `undefined` where it did not. */
  whyLost(id: string): string | undefined {
    return this.#ledger.isDisturbed(id) ? this.#ledger.whyLost(id) : undefined;
  }

  /** How a record that was made for somebody came to be another; `undefined` where none did. */
  whyBereft(by: string): string | undefined {
    const lost = [...this.#ledger.own].find(([id, entry]) => entry.by === by && this.#ledger.isDisturbed(id));
    return lost && `${lost[0]} has changed: ${this.#ledger.whyLost(lost[0])}`;
  }

  /** Why an operation is sent no more: something changed beside it that it did not address. */
  whyHarmful(operation: WriteId): string | undefined {
    return this.#ledger.whyHarmful(operation);
  }

  /** Sees to it that records of the run's own stand beside what an operation works on, though others were harmed by it. */
  accompany(operation: WriteId, version: RouteVersion): Promise<void> {
    return this.#company.replenish(operation, version);
  }

  /** Undoes what one request made, at once. */
  async giveBack(exchange: Exchange): Promise<void> {
    const entry = this.#ledger.of(exchange);
    if (entry !== undefined) await this.#undo(entry);
  }

  /**
   * Ends the run: undoes what nobody has released, and looks into every list whether what was removed is gone and whether
   * anything bears the mark of which no answer told.
   */
  async settle(): Promise<void> {
    for (const entry of [...this.#ledger.open].reverse()) await this.#undo(entry);
    await this.#reconciliation.all();
    await this.#reached.settle();
    await this.#bystanders.settle();
  }

  /** Takes over what a list held before a run that was killed. */
  tell(list: OperationId, path: Path, ids: ReadonlySet<string>): void {
    this.#lists.tell(list, path, ids);
  }

  /** Takes over what a run that was killed had reached beside its own records. */
  adoptReached(kept: ReachedBefore): void {
    this.#reached.adopt(kept);
  }

  /** Takes over what a run that was killed had not undone. */
  adopt(entry: Entry): void {
    this.#ledger.adopt(entry);
    if (entry.kind === "made") this.#creates.remembers(entry);
  }

  /** A record that a run made, and that is left to its owner. */
  passOver(id: string): void {
    this.#reconciliation.passOver(id);
  }

  /** Sends a write with an eye on what stands beside what it addresses; a read as it is. */
  #beside(call: Call, send: () => Promise<Exchange>): Promise<Exchange> {
    const { operation, query = {} } = call;
    if (!isWriteId(operation) || call.method !== undefined || call.elsewhere !== undefined) return send();
    const { bodyOf, pathOf } = this.#parts;
    const { effect } = WRITES[operation];
    const path = pathOf(call);
    const text = bodyOf(call);
    const sent = text === undefined ? undefined : parseJson(text);
    const [own] = Object.values(path).flatMap((id) => this.#ledger.own.get(id) ?? []);
    const listedAt = { ...own?.listedAt, ...(effect.kind === "makes" ? effect.listedAt?.(sent) : {}) };
    const expected = expectedOf(call, operation, this.#owned.isThere(effect, path), this.#parts.contract);
    const right = expected === "refused" ? pathOf({ operation, version: call.version }) : {};
    const isTrial = call.trial === true;
    const version = call.version as RouteVersion;
    const place = { ...path, ...right, ...listedAt };
    return this.#bystanders.send({ operation, version, path, place, sent, query, expected, isTrial }, send);
  }

  /** How many records of the company a list still shows. */
  async #standing(create: WriteId): Promise<number> {
    const company = [...this.#ledger.open].filter(
      (entry): entry is MadeEntry => entry.kind === "made" && entry.by === COMPANY && entry.operation === create,
    );
    const [first] = company;
    const listed = first && (await this.#lists.of(first)?.now());
    if (first === undefined || listed === undefined) return company.length;
    const idName = this.#parts.contract.field(first.effect.id);
    const ids = new Set(listed.map((record) => member(record, idName)));
    return company.filter(({ id }) => id !== undefined && ids.has(id) && !this.#ledger.isDisturbed(id)).length;
  }

  /** Undoes what one request made; false where it goes on being there. */
  async #isGoneAfter(exchange: Exchange): Promise<boolean> {
    const entry = this.#ledger.of(exchange);
    if (entry === undefined) return true;
    await this.#undo(entry);
    return this.#ledger.clings(entry) === false;
  }

  #request(call: Call, operation: WriteId, by: string, send: Request["send"]): Request {
    const { bodyOf, placeOf } = this.#parts;
    const text = bodyOf(call);
    const sent = text === undefined ? undefined : parseJson(text);
    return {
      call,
      operation,
      version: call.version as RouteVersion,
      path: placeOf(call),
      sent,
      by,
      send: (fresh) => this.#beside(call, () => send(fresh)),
    };
  }

  #lasts(request: Request, effect: Lasting): Promise<Exchange> {
    const entry: LastingEntry = { kind: "lasting", ...this.#ledger.common(request), effect };
    this.#ledger.note(entry);
    return this.#ledger.sent(entry, request.send);
  }

  async #undo(entry: Entry): Promise<void> {
    if (entry.closed || isUnheard(entry)) return;
    if (!entry.noted) return this.#ledger.close(entry, { state: "nothing" });
    let undone: Undone;
    try {
      undone = await this.#undone(entry);
    } catch (error) {
      // Whatever kept the request from being sent, the record is still there: that is what the user must hear.
      undone = { state: "left", note: error instanceof Error ? error.message : String(error) };
    }
    if (undone.state !== "foreign" || entry.kind !== "made" || entry.id === undefined)
      return this.#ledger.close(entry, undone);
    // A run may have been killed between replacing what its own record says and removing it.
    const note = "the run may have created it, but it does not bear the run's mark: check it, and remove it by hand";
    if (entry.adopted) this.#ledger.close(entry, { state: "left", note });
    else this.#ledger.disown(entry, entry.id, undone.note);
  }

  async #undone(entry: Entry): Promise<Undone> {
    switch (entry.kind) {
      case "made":
        return undoMade(entry, this.#parts, this.#lists.of(entry));
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
}
