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
import { assertPermitted } from "./assert-permitted.ts";
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
import { OwnedWrites } from "./owned-writes.ts";
import { Reached, type ReachedBefore } from "./reached.ts";
import { Reconciliation } from "./reconciliation.ts";
import { RecordLists } from "./record-lists.ts";
import { Replacements } from "./replacements.ts";
import type { CustodyParts, Request } from "./request.ts";
import { forbidding, restoredTogether } from "./restored-together.ts";
import { Starts } from "./starts.ts";
import type { Sweep, WriteOutcome } from "./sweep.ts";
import { undoChanged } from "./undo-changed.ts";
import { undoMade } from "./undo-made.ts";
import type { FailedRemoval } from "./undo-parts.ts";
import { undoStarted } from "./undo-started.ts";
import type { Undone } from "./undone.ts";

/**
 * Guards everything that a run makes or changes on a target, no matter which part asks. Every request that may change
 * something goes through `carry`: the journal has it and its undo before it is sent, the custody undoes it when its
 * owner is done, and verifies the undo. The custody leaves alone any record that is not proven to be the run's own, and
 * any state that it could not restore.
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
    // The cleanup's own requests are compared in the same way: a removal may harm other records too.
    const parts = { ...given, ask: (call: Call) => this.#sendCompared(call, () => given.ask(call)) };
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
      undo: (exchange) => this.#isGoneAfter(exchange),
      isHarmful: (create) => this.#ledger.isHarmfulWhenCarriedOut(create),
      standing: (create) => this.#standingCompany(create),
    });
  }

  /** Everything that the run made and changed, with its final state. */
  get changes(): readonly Change[] {
    return this.#ledger.changes;
  }

  /**
   * Sends a call for an owner, who must `release` its effects later.
   * @throws HandsOffError if the call could change something that is not the run's own.
   */
  async carry(call: Call, by: string, send: Request["send"]): Promise<Exchange> {
    const { operation } = call;
    if (!isWriteId(operation) || call.method !== undefined || call.elsewhere !== undefined) return send();
    const { effect } = WRITES[operation];
    const { bodyOf, contract, mayStay } = this.#parts;
    if (WRITES[operation].commands !== undefined) assertPermitted(operation, bodyOf(call), contract, mayStay);
    const plain = this.#request(call, operation, by, send);
    const request = { ...plain, send: () => certain(plain, effect, this.#certainty) };
    await this.#reached.before(plain);
    switch (effect.kind) {
      case "makes":
        if (by !== COMPANY) await this.#company.ensure(operation, plain.version);
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
        return this.#sendLasting(request, effect);
      default:
        return effect satisfies never;
    }
  }

  /** Uses the answer to a plain read: it may prove who owns a record, and it saves another read of a state. */
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

  /** Whether the run made the record of this id at this place and no check has removed it. */
  owns(id: string, place: Path): boolean {
    const entry = this.#ledger.own.get(id);
    if (entry === undefined || entry.closed !== undefined || entry.removed !== undefined) return false;
    return isAt({ path: { ...entry.path, ...entry.listedAt } }, place);
  }

  /** Whether a create answered with this id. */
  knows(id: string): boolean {
    return this.#ledger.own.has(id);
  }

  /** Whether the check itself removed the record of this id. */
  wasRemoved(id: string): boolean {
    const entry = this.#ledger.own.get(id);
    return entry?.removed === true || entry?.removedByName === true;
  }

  /** Why the record in the answer to a create is not the run's own; `undefined` if nothing contradicts that it is. */
  whyForeign(id: string): string | undefined {
    return this.#ledger.foreign.get(id);
  }

  /** Whether a create answered with the id of a record that existed before the run. */
  wasThere(id: string): boolean {
    return this.#creates.wasThere(id);
  }

  /** The part of a state that the call can set, in the target's words. The custody restores the state on release. */
  async restorableState(call: Call, by: string): Promise<unknown> {
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
   * Reads everything where the run works, before the first write, so that harm outside the compared writes shows later.
   * It costs some fifty reads, and as many at the end, so only runs that write much use it.
   */
  async readSurroundings(): Promise<void> {
    await this.#bystanders.open();
  }

  /** Whether something that was started for an owner still runs. */
  isRunning(operation: WriteId, by: string): boolean {
    return [...this.#ledger.open].some(
      (entry) =>
        entry.kind === "started" && entry.operation === operation && entry.by === by && entry.started && !entry.ended,
    );
  }

  /** The version in which an operation created a record that still exists; `undefined` if there is none. */
  versionOfStanding(operation: WriteId): RouteVersion | undefined {
    for (const [id, entry] of this.#ledger.own)
      if (entry.operation === operation && this.#ledger.holds(id)) return entry.version;
    return undefined;
  }

  /** Undoes everything that was done for an owner, newest first. */
  async release(by: string): Promise<void> {
    const own = [...this.#ledger.open].filter((entry) => entry.by === by).reverse();
    if (own.length > 0) await this.#parts.concluded();
    await this.#undoAll(own);
    this.#replacements.forget(by);
  }

  /** The comparison around the first write of an operation with this outcome. */
  sweepOf(operation: WriteId, version: RouteVersion, outcome: WriteOutcome): Sweep | undefined {
    return this.#bystanders.sweepOf(operation, version, outcome);
  }

  /** The last failed removal, if it made the run stop creating records of that kind. */
  async failedRemoval(remove: WriteId, version: RouteVersion): Promise<FailedRemoval | undefined> {
    await this.#company.ensure(remove, version);
    return this.#ledger.removalsFail(remove) ? this.#parts.failedRemovals.get(remove) : undefined;
  }

  /** Whether the run waited in vain for a removed record to disappear. */
  waitedInVain(remove: WriteId): boolean {
    return this.#parts.inVain.has(keptAfter(remove));
  }

  /** How a record changed although nothing addressed it; `undefined` if it did not. */
  whyLost(id: string): string | undefined {
    return this.#ledger.isDisturbed(id) ? this.#ledger.whyLost(id) : undefined;
  }

  /** How a record of this owner changed although nothing addressed it; `undefined` if none did. */
  whyDisturbed(by: string): string | undefined {
    const lost = [...this.#ledger.own].find(([id, entry]) => entry.by === by && this.#ledger.isDisturbed(id));
    return lost && `${lost[0]} has changed: ${this.#ledger.whyLost(lost[0])}`;
  }

  /** Why an operation is not sent any more: a record changed that it did not address. */
  whyHarmful(operation: WriteId): string | undefined {
    return this.#ledger.whyHarmful(operation);
  }

  /** Whether that operation may be tried again on records of the run, to learn whether it did the harm. */
  mayBeTried(operation: WriteId): boolean {
    return this.#ledger.mayBeTried(operation);
  }

  /** Makes sure that company records exist for an operation, even if it harmed earlier ones. */
  ensureCompany(operation: WriteId, version: RouteVersion): Promise<void> {
    return this.#company.replenish(operation, version);
  }

  /** Undoes the effect of one request at once. */
  async undoRequest(exchange: Exchange): Promise<void> {
    const entry = this.#ledger.entryOf(exchange);
    if (entry !== undefined) await this.#undo(entry);
  }

  /**
   * Ends the run: undoes what no owner released. Then it reads every list, to verify removals and to find records that
   * bear the mark but appeared in no answer.
   */
  async settle(): Promise<void> {
    await this.#undoAll([...this.#ledger.open].reverse());
    await this.#reconciliation.all();
    await this.#reached.settle();
    await this.#bystanders.settle();
  }

  /** Takes over the content of a list before a killed run. */
  adoptList(list: OperationId, path: Path, ids: ReadonlySet<string>): void {
    this.#lists.adopt(list, path, ids);
  }

  /** Takes over the records of other kinds that a killed run was about to change. */
  adoptReached(kept: ReachedBefore): void {
    this.#reached.adopt(kept);
  }

  /** Takes over an entry that a killed run had not undone. */
  adopt(entry: Entry): void {
    this.#ledger.adopt(entry);
    if (entry.kind === "made") this.#creates.remember(entry);
  }

  /** Leaves a record that the run made to its owner. */
  leaveAlone(id: string): void {
    this.#reconciliation.leaveAlone(id);
  }

  /** Sends a write and compares the records that it does not address; sends a read unchanged. */
  #sendCompared(call: Call, send: () => Promise<Exchange>): Promise<Exchange> {
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

  /** The number of company records that a list still shows. */
  async #standingCompany(create: WriteId): Promise<number> {
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

  /** Undoes the effect of one request; false if the record still exists. */
  async #isGoneAfter(exchange: Exchange): Promise<boolean> {
    const entry = this.#ledger.entryOf(exchange);
    if (entry === undefined) return true;
    await this.#undo(entry);
    return this.#ledger.removalFailed(entry) === false;
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
      send: (fresh) => this.#sendCompared(call, () => send(fresh)),
    };
  }

  #sendLasting(request: Request, effect: Lasting): Promise<Exchange> {
    const entry: LastingEntry = { kind: "lasting", ...this.#ledger.common(request), effect };
    this.#ledger.note(entry);
    return this.#ledger.send(entry, request.send);
  }

  /**
   * Undoes entries in their order; states of one kind at different places are restored together. What may forbid another
   * restore is tried first, and again in its turn if that did not work.
   */
  async #undoAll(entries: readonly Entry[]): Promise<void> {
    for (const entry of forbidding(entries)) await this.#undoEarly(entry);
    for (const together of restoredTogether(entries)) await Promise.all(together.map((entry) => this.#undo(entry)));
  }

  async #undoEarly(entry: Entry): Promise<void> {
    if (entry.closed || isUnheard(entry) || !entry.noted) return;
    const undone = await this.#undone(entry).catch(() => undefined);
    if (undone !== undefined && undone.state !== "left") this.#ledger.close(entry, undone);
  }

  async #undo(entry: Entry): Promise<void> {
    if (entry.closed || isUnheard(entry)) return;
    if (!entry.noted) return this.#ledger.close(entry, { state: "nothing" });
    let undone: Undone;
    try {
      undone = await this.#undone(entry);
    } catch (error) {
      // No matter why the removal was not sent, the record still exists, and the report must say so.
      undone = { state: "left", note: error instanceof Error ? error.message : String(error) };
    }
    if (undone.state !== "foreign" || entry.kind !== "made" || entry.id === undefined)
      return this.#ledger.close(entry, undone);
    // A killed run may have replaced the text with the mark in its own record before it could remove the record.
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
