import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { jsonOf, received, wasAccepted, wasRefused } from "../ground/answers.ts";
import { eventually } from "../ground/eventually.ts";
import type { Path } from "../ground/fields.ts";
import { fieldsOf, member } from "../ground/json.ts";
import { needsOffered } from "../ground/not-offered-error.ts";
import { WRITES } from "../writes/table.ts";
import type { Changes, Rewrites } from "../writes/write.ts";
import type { ChangedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { chosen, keyOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { NoStateError } from "./no-state-error.ts";
import { readWhole } from "./read-whole.ts";
import type { CustodyParts, Request } from "./request.ts";
import { differing } from "./same-state.ts";
import { isUnset } from "./undo-changed.ts";

const VALIDATOR = createValidator();

type Asked = Pick<Request, "operation" | "version" | "path" | "by">;

/** Sends requests that replace a state: it reads the state before the first of them, so that the run can restore it. */
export class Replacements {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  /** The last state of each thing before a change. */
  readonly #originals = new Map<string, unknown>();
  /** The last read of each state by each owner, to save a second one. */
  readonly #reads = new Map<string, Map<string, Exchange>>();
  /** States that an owner is about to read before its first change, by owner and state. */
  readonly #borrowing = new Map<string, Promise<ChangedEntry>>();
  /** States that a read showed once and not again, even after a wait; the run does not wait for them again. */
  readonly #lost = new Set<string>();

  constructor(parts: CustodyParts, ledger: Ledger) {
    this.#parts = parts;
    this.#ledger = ledger;
  }

  async send(request: Request, effect: Changes): Promise<Exchange> {
    if (this.#isOwn(request.path)) return request.send();
    await this.#rewrites(request, effect);
    const entry = await this.borrow(request, effect);
    this.#assertRestorable(request, effect, entry);
    const beyond = { ...entry.beyond, ...effect.beyond?.(request.sent, entry.before) };
    if (!entry.noted || JSON.stringify(beyond) !== JSON.stringify(entry.beyond)) {
      entry.beyond = beyond;
      const before = Array.isArray(entry.before) ? entry.before : { ...fieldsOf(entry.before), ...beyond };
      this.#ledger.note(entry, { before });
    }
    const exchange = await request.send();
    if (wasAccepted(exchange)) entry.touched = "accepted";
    else if (!wasRefused(exchange)) entry.touched ??= "perhaps";
    return exchange;
  }

  /** Whether a state belongs to a cluster that the run created: it needs no restore. */
  #isOwn({ clusterName = "" }: Path): boolean {
    return this.#ledger.own.get(clusterName)?.operation === "createCluster";
  }

  /**
   * Throws if the request sets a member that nothing can clear afterwards. An invalid request passes, because the
   * target must refuse it.
   */
  #assertRestorable({ operation, sent }: Request, { sets }: Changes, { before }: ChangedEntry): void {
    const { contract } = this.#parts;
    const set = sets?.(sent, before, contract) ?? [];
    const { body } = contract.operation(operation);
    if (set.length === 0 || !body || !VALIDATOR.accepts(body.schema, sent)) return;
    throw new HandsOffError(
      `${operation} is not sent: ${set.join(", ")} has no value now, and nothing could clear it afterwards`,
    );
  }

  /** Records the current state before an owner changes it; the run restores it when the owner is done. */
  async borrow(asked: Asked, effect: Changes): Promise<ChangedEntry> {
    const path = chosen(asked.path, effect.of);
    const key = keyOf(effect.read, path);
    this.#ledger.assertRestorable(key);
    const held = this.#ledger.changedEntry(asked.by, key);
    if (held !== undefined) return held;
    // Requests that an owner sends together share one state before.
    const borrowing = `${asked.by} ${key}`;
    const known = this.#borrowing.get(borrowing) ?? this.#borrow(asked, effect, path);
    this.#borrowing.set(borrowing, known);
    return known.finally(() => this.#borrowing.delete(borrowing));
  }

  async #borrow(asked: Asked, effect: Changes, path: Path): Promise<ChangedEntry> {
    const { before, seen } = await this.#stateOf(asked, effect, path);
    const entry: ChangedEntry = {
      kind: "changed",
      ...this.#ledger.common({ ...asked, path }),
      effect,
      before,
      seen,
      beyond: {},
    };
    this.#ledger.open.add(entry);
    return entry;
  }

  /** Keeps a read that shows a state which some write replaces. */
  observe(operation: OperationId, path: Path, by: string, exchange: Exchange): void {
    if (!STATES.has(operation)) return;
    const own = this.#reads.get(by) ?? new Map<string, Exchange>();
    this.#reads.set(by, own.set(keyOf(operation, path), exchange));
  }

  forget(by: string): void {
    this.#reads.delete(by);
  }

  /** Reads the state, unless the owner has just read it. */
  async #stateOf(
    { by, operation, version: wanted }: Asked,
    effect: Changes,
    path: Path,
  ): Promise<Pick<ChangedEntry, "before" | "seen">> {
    const { ask, contract, pass, served } = this.#parts;
    const version = served(effect.read, wanted);
    if (version === undefined) needsOffered(effect.read, `no read shows the state that ${operation} changes`);
    if (served(effect.restore, wanted) === undefined)
      needsOffered(effect.restore, `the run could not restore the state that ${operation} changes`);
    const key = keyOf(effect.read, path);
    const first = this.#originals.get(key);
    const read = (): Promise<Exchange> => ask({ operation: effect.read, version, path });
    const isSame = (one: Exchange): boolean => differing(effect, first, jsonOf(one), contract).length === 0;
    let shown = this.#reads.get(by)?.get(key) ?? (await read());
    // A late read may still show the change of the previous check. If the difference stays, another client caused it.
    const isLost = this.#lost.has(key) && !wasAccepted(shown);
    if (first !== undefined && !isLost && !isSame(shown)) shown = await eventually(pass, read, isSame);
    if (first !== undefined && !wasAccepted(shown)) this.#lost.add(key);
    if (!wasAccepted(shown) && !isUnset(effect, shown)) {
      const why = `the state that ${operation} changes cannot be read (${received(shown)}), so the run could not restore it`;
      throw saysThereIsNone(shown) ? new NoStateError(why) : new HandsOffError(why);
    }
    const state = effect.before(wasAccepted(shown) ? jsonOf(shown) : {}, contract);
    if (typeof state === "string") throw new HandsOffError(state);
    this.#originals.set(key, state);
    return { before: state, seen: wasAccepted(shown) ? jsonOf(shown) : undefined };
  }

  /**
   * Records further states that a request replaces, of each record in a list that is not the run's own.
   * @throws HandsOffError if the list or one of the states cannot be read: the run could not restore what it overwrites
   */
  async #rewrites(request: Request, { rewrites }: Changes): Promise<void> {
    if (rewrites === undefined || !rewrites.when(request.call.query ?? {})) return;
    const { effect } = WRITES[rewrites.through];
    // A state that no operation shows is not the run's to compare.
    if (effect.kind !== "changes" || this.#parts.served(effect.read, request.version) === undefined) return;
    const { path, by, version } = request;
    const values = await this.#overwritten(request, rewrites);
    const asked = values.map((value) => ({
      path: { ...path, [rewrites.parameter]: value },
      operation: rewrites.through,
      version,
      by,
    }));
    for (const one of asked) this.#ledger.assertRestorable(keyOf(effect.read, chosen(one.path, effect.of)));
    const borrowed = await Promise.all(asked.map((one) => this.borrow(one, effect).catch(ignoreNoState)));
    for (const entry of borrowed)
      if (entry !== undefined && !entry.noted) this.#ledger.note(entry, { before: entry.before });
  }

  /** Names of the records whose states a request overwrites, without the run's own: nobody needs their earlier state. */
  async #overwritten(request: Request, { over, by: name }: Rewrites): Promise<readonly string[]> {
    const { contract, served } = this.#parts;
    const version = served(over, request.version);
    if (version === undefined) needsOffered(over, `nothing lists what ${request.operation} overwrites`);
    const records = await readWhole(this.#parts, over, version, request.path);
    if (records === undefined)
      throw new HandsOffError(
        `the records whose state ${request.operation} overwrites cannot be listed (${over}), so the run could not restore it`,
      );
    const values = records.map((record) => member(record, contract.field(name)));
    return values.filter((value) => typeof value === "string").filter((value) => !this.#ledger.own.has(value));
  }
}

/** Reads of states that some write replaces. */
const STATES: ReadonlySet<OperationId> = new Set(
  Object.values(WRITES).flatMap(({ effect }) => (effect.kind === "changes" ? [effect.read] : [])),
);

/** Whether a refusal says that there is no state, and not that it cannot be read now or by this key. */
const saysThereIsNone = ({ response }: Exchange): boolean =>
  "status" in response && [400, 404, 409, 410, 422].includes(response.status);

/** A cluster without a schedule has no schedule to restore. */
function ignoreNoState(error: unknown): undefined {
  if (!(error instanceof NoStateError)) throw error;
}
