import { answered, type Exchange } from "@plumbline/client";
import { INTERFACE_VERSIONS, type OperationId, type RouteVersion, type WriteId } from "@plumbline/schemas";
import { isAbsent, jsonOf, received, wasAccepted } from "../ground/answers.ts";
import { eventually, untilOver } from "../ground/eventually.ts";
import { member } from "../ground/json.ts";
import { saysLater } from "../ground/says-later.ts";
import { WRITES } from "../writes/table.ts";
import { recordOf } from "./bears.ts";
import type { MadeEntry } from "./entry.ts";
import { goesAway } from "./goes-away.ts";
import { addressOf, ownershipOf } from "./ownership-of.ts";
import type { RecordList } from "./record-lists.ts";
import type { UndoParts } from "./undo-parts.ts";
import { undoPatiently } from "./undo-patiently.ts";
import type { Undone } from "./undone.ts";

/** A record to remove, with the operation that removes it. */
interface Removing {
  readonly entry: MadeEntry;
  readonly id: string;
  readonly remove: WriteId;
  readonly parts: UndoParts;
  readonly list: RecordList | undefined;
  /** Filled with the last read that showed the record after its removal. */
  readonly still: { shown?: Exchange };
}

/**
 * Removes a record after a read proved that it is the run's own. Until one removal of a kind was seen to work, the run
 * verifies each at once; afterwards it verifies them in the list at the end of the run.
 */
export async function undoMade(entry: MadeEntry, parts: UndoParts, list?: RecordList): Promise<Undone> {
  const { effect, id } = entry;
  const { remove, stays } = effect;
  const over: Undone = stays === undefined ? { state: "removed" } : { state: "stays", note: stays };
  if (id === undefined || remove === undefined) return over;
  const removing: Removing = { entry, id, remove, parts, list, still: {} };
  if (entry.removed) return stays === undefined ? seenGone(removing) : over;
  const ownership = await ownershipOf(entry, id, parts, list);
  // If no record has this id, the create told of another one; a killed run may have removed it itself.
  if (ownership.kind === "gone") return entry.adopted ? over : { state: "foreign", note: "no record has this id" };
  if (ownership.kind === "foreign") return { state: "foreign", note: ownership.note };
  if (ownership.kind === "unclear") return { state: "left", note: ownership.note };
  const exchange = await removed(removing);
  if (exchange === undefined) {
    const note = `the target does not offer ${remove}`;
    return parts.mayStay ? { state: "stays", note } : { state: "left", note };
  }
  entry.removedWith = received(exchange);
  // A record that has ended by itself cannot be ended again, so that refusal is no failure.
  if (stays !== undefined) return over;
  const undone = await becameOf(removing, exchange);
  const mayBeThere = seemsAbsent(exchange) && (undone.state === "left" || (await isInList(removing)));
  const elsewhere = mayBeThere ? await inOtherVersion(removing) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  const isThere = undone.state === "left" || (undone.state === "removed" && undone.unseen === true);
  if (isThere) parts.failedRemovals.set(remove, { id, exchange, ...removing.still });
  return undone;
}

/** The result of a removal, from its answer and the reads after it. */
async function becameOf(removing: Removing, exchange: Exchange): Promise<Undone> {
  if (wasAccepted(exchange)) return seenGone(removing);
  const note = `its removal returned ${received(exchange)}`;
  if (!isAbsent(exchange)) return { state: "left", note };
  // The target says that there is nothing to remove, so only a late read can still show the record.
  const isThere =
    (await isStillThere({ ...removing, parts: { ...removing.parts, rounds: 0 } })) || (await isListed(removing));
  return isThere ? { state: "left", note: `${note}, and a read still shows it` } : { state: "removed" };
}

/**
 * Whether the list keeps showing the record. A server may lack a removal in one version and the read of the record as
 * well, and then answer 404 to both.
 */
async function isListed(removing: Removing): Promise<boolean> {
  const { list, parts } = removing;
  if (list === undefined) return false;
  const last = await eventually(parts.pass, list.now, (records) => !isAmong(removing, records));
  return isAmong(removing, last);
}

/**
 * Whether the list shows the record in any state. A record that is still being made may look like one that is being
 * removed, so after a refused removal the state says nothing.
 */
async function isInList({ entry, id, list, parts }: Removing): Promise<boolean> {
  const name = parts.contract.field(entry.effect.id);
  return (await list?.now())?.some((record) => member(record, name) === id) === true;
}

/** Whether records contain the one to remove, as if nothing had removed it. */
const isAmong = ({ entry: { effect }, id, parts }: Removing, records: readonly unknown[] | undefined): boolean =>
  records?.some(
    (record) => member(record, parts.contract.field(effect.id)) === id && effect.fading?.(record) !== true,
  ) === true;

/** Marks a removal that a server lacks in one version and has in the other. */
const lacks = (remove: WriteId, version: RouteVersion): string => `${remove} in version ${version}`;

/** The version of the removal: that of the record, unless the server was seen to have it only in the other one. */
function versionOf({ entry, parts, remove }: Removing): RouteVersion | undefined {
  const version = parts.served(remove, entry.version);
  return version !== undefined && parts.inVain.has(lacks(remove, version))
    ? otherThan(version, parts, remove)
    : version;
}

const otherThan = (used: RouteVersion | undefined, parts: UndoParts, remove: WriteId): RouteVersion | undefined =>
  INTERFACE_VERSIONS.find((one) => one !== used && parts.served(remove, one) === one);

/** Sends the removal in the other version, for a server that lacks it in one; `undefined` if that does not help. */
async function inOtherVersion(removing: Removing): Promise<Undone | undefined> {
  const { entry, id, parts, remove } = removing;
  const used = versionOf(removing);
  const version = otherThan(used, parts, remove);
  if (version === undefined) return undefined;
  const path = addressOf(entry, id);
  const exchange = await undoPatiently(parts, remove, () => parts.ask({ operation: remove, version, path }));
  if (!wasAccepted(exchange)) return undefined;
  if (used !== undefined) parts.inVain.add(lacks(remove, used));
  entry.removedWith = received(exchange);
  const undone = await seenGone(removing);
  return undone.state === "removed" && undone.unseen !== true ? undone : undefined;
}

/** Sends the removal, and repeats it after a temporary obstacle; `undefined` if the target offers no removal. */
async function removed(removing: Removing): Promise<Exchange | undefined> {
  const { entry, id, parts, remove } = removing;
  const { stays } = entry.effect;
  const version = versionOf(removing);
  if (version === undefined) return undefined;
  const send = (): Promise<Exchange> =>
    undoPatiently(parts, remove, () => parts.ask({ operation: remove, version, path: addressOf(entry, id) }));
  const first = await send();
  if (stays !== undefined || !saysLater(first) || parts.inVain.has(remove)) return first;
  // While a record is changing its state, the run reads the state instead of repeating the removal. A record that is
  // not changing it any more may have done so when the removal was refused.
  const exchange = (await settles(removing)) ? await send() : first;
  if (saysLater(exchange)) parts.inVain.add(remove);
  return exchange;
}

/** The result of an accepted removal, or of one by the check: removed, unless reads keep showing the record. */
async function seenGone(removing: Removing): Promise<Undone> {
  const { parts, remove } = removing;
  if (parts.seenGone.has(remove)) return { state: "removed" };
  if (await holdingMore(parts, remove, isStillThere(removing))) return { state: "removed", unseen: true };
  parts.seenGone.add(remove);
  return { state: "removed" };
}

/** Makes further creates wait until the result of a removal is known and counted. */
function holdingMore<T>({ firstRemovals }: UndoParts, remove: OperationId, looking: Promise<T>): Promise<T> {
  const all = Promise.allSettled([firstRemovals.get(remove), looking]).then(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (firstRemovals.get(remove) === all) firstRemovals.delete(remove);
  });
  firstRemovals.set(remove, all);
  return looking;
}

/** Whether reads of the record, or else its list, keep showing it as if nothing had removed it. */
async function isStillThere(removing: Removing): Promise<boolean> {
  const { entry, list, parts, remove } = removing;
  const look = readerOf(removing);
  const { fading, id: idName } = entry.effect;
  const name = parts.contract.field(idName);
  const isFading = (record: unknown): boolean => fading?.(record) === true;
  if (look !== undefined) {
    const isThere = (shown: Exchange): boolean => wasAccepted(shown) && !isFading(recordOf(jsonOf(shown), name));
    const last = await goesAway(parts, remove, look, (shown) => !isThere(shown));
    if (isThere(last)) removing.still.shown = last;
    return isThere(last);
  }
  if (list === undefined) return false;
  return isAmong(removing, await goesAway(parts, remove, list.now, (records) => !isAmong(removing, records)));
}

/** Waits until a record is no longer changing its state; `false` if a read shows no record whose state can change. */
async function settles(removing: Removing): Promise<boolean> {
  const { parts, remove } = removing;
  const look = readerOf(removing);
  if (look === undefined) return false;
  const isSlow = WRITES[remove].slow === true;
  const { pass, rounds, speed } = parts;
  const last = await untilOver(pass, look, (shown) => !isUnderWay(shown, isSlow), { rounds, speed });
  return wasAccepted(last) && (isSlow || typeof statusOf(last) === "string");
}

/** A read of the single record, if the target offers one. */
function readerOf({ entry, id, parts }: Removing): (() => Promise<Exchange>) | undefined {
  const { read } = entry.effect;
  const version = read && parts.served(read, entry.version);
  if (read === undefined || version === undefined) return undefined;
  return () => parts.ask({ operation: read, version, path: addressOf(entry, id) });
}

const statusOf = (exchange: Exchange): unknown => member(jsonOf(exchange), "status");

/**
 * The statuses of a record that changes no more by itself. The description names few of the others, and a server may
 * have more.
 */
const OVER = /^(completed?|succe|done|finish|fail|error|cancel|expire|delet|idle|ready|steady|active|available)/i;

/** If removing is slow, a record without a status may still be changing its state. */
function isUnderWay(exchange: Exchange, isSlow: boolean): boolean {
  if (!wasAccepted(exchange)) return false;
  const status = statusOf(exchange);
  if (typeof status !== "string") return isSlow;
  return !OVER.test(status);
}

/** Whether a server that does not know the route would answer the same. */
const seemsAbsent = (exchange: Exchange): boolean =>
  answered(exchange) && [404, 405, 406, 410, 501].includes(exchange.response.status);
