import { answered, type Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../expect/answers.ts";
import { member } from "../json.ts";
import { comesTo } from "../kernel/settles.ts";
import { saysLater } from "../oracles/says-later.ts";
import { WRITES } from "../writes/table.ts";
import { recordOf } from "./bears.ts";
import type { MadeEntry } from "./entry.ts";
import { goesAway } from "./goes-away.ts";
import { addressOf, ownershipOf } from "./ownership-of.ts";
import type { RecordList } from "./record-lists.ts";
import type { UndoParts } from "./undo-parts.ts";
import type { Undone } from "./undone.ts";

/**
 * Takes a record away again, once it was seen to be the run's own. Whether it is gone is looked at when the run ends, in
 * the list.
 */
export async function undoMade(entry: MadeEntry, parts: UndoParts, list?: RecordList): Promise<Undone> {
  const { effect, id } = entry;
  const { remove, stays } = effect;
  const over: Undone = stays === undefined ? { state: "removed" } : { state: "stays", note: stays };
  if (id === undefined || entry.removed || remove === undefined) return over;
  const ownership = await ownershipOf(entry, id, parts, list);
  // What nobody ever saw under this id is another record than the create told of; a run that was killed may have removed it.
  if (ownership.kind === "gone") return entry.adopted ? over : { state: "foreign", note: "no record has this id" };
  if (ownership.kind === "foreign") return { state: "foreign", note: ownership.note };
  if (ownership.kind === "unclear") return { state: "left", note: ownership.note };
  const version = parts.served(remove, entry.version);
  if (version === undefined) {
    const note = `the target does not offer ${remove}`;
    return parts.mayStay ? { state: "stays", note } : { state: "left", note };
  }
  const send = (): Promise<Exchange> => parts.ask({ operation: remove, version, path: addressOf(entry, id) });
  let exchange = await send();
  // Only what takes its time stands in its own way; where that was waited for in vain, nobody waits again.
  if (stays === undefined && saysLater(exchange) && WRITES[remove].slow && !parts.inVain.has(remove)) {
    if (await hasComeTo(entry, id, parts)) exchange = await send();
    if (saysLater(exchange)) parts.inVain.add(remove);
  }
  if (wasAccepted(exchange) && stays === undefined && !parts.seenGone.has(remove)) {
    if (await holdingMore(parts, remove, isStillThere(entry, id, remove, parts)))
      return { state: "removed", unseen: true };
    parts.seenGone.add(remove);
  }
  // One that is over by itself cannot be ended any more: that is no failure of ending it.
  if (wasAccepted(exchange) || isGone(exchange) || stays !== undefined) return over;
  return { state: "left", note: `removing it was answered ${received(exchange)}` };
}

/** Has others wait with making more until it is known, and counted, what a removal comes to. */
function holdingMore<T>({ firstRemovals }: UndoParts, remove: OperationId, looking: Promise<T>): Promise<T> {
  const all = Promise.allSettled([firstRemovals.get(remove), looking]).then(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (firstRemovals.get(remove) === all) firstRemovals.delete(remove);
  });
  firstRemovals.set(remove, all);
  return looking;
}

/** Whether a read goes on showing a record as if nothing had been removed. */
async function isStillThere(entry: MadeEntry, id: string, remove: OperationId, parts: UndoParts): Promise<boolean> {
  const { fading, id: idName, read } = entry.effect;
  const version = read && parts.served(read, entry.version);
  if (read === undefined || version === undefined) return false;
  const look = (): Promise<Exchange> => parts.ask({ operation: read, version, path: addressOf(entry, id) });
  const isThere = (shown: Exchange): boolean =>
    wasAccepted(shown) && fading?.(recordOf(jsonOf(shown), parts.contract.field(idName))) !== true;
  return isThere(await goesAway(parts, remove, look, (shown) => !isThere(shown)));
}

/** Waits until a record that is being worked on is so no more; `false` where it was not in the first place. */
async function hasComeTo(entry: MadeEntry, id: string, parts: UndoParts): Promise<boolean> {
  const { read } = entry.effect;
  const version = read && parts.served(read, entry.version);
  if (read === undefined || version === undefined) return false;
  const look = (): Promise<Exchange> => parts.ask({ operation: read, version, path: addressOf(entry, id) });
  const first = await look();
  if (!isUnderWay(first)) return false;
  await comesTo(parts.pass, look, (shown) => !isUnderWay(shown), { rounds: parts.rounds, speed: parts.speed });
  return true;
}

/** A record that does not say how far it is may be under way. */
function isUnderWay(exchange: Exchange): boolean {
  if (!wasAccepted(exchange)) return false;
  const status = member(jsonOf(exchange), "status");
  return typeof status !== "string" || /^(queued|pending|in.?progress|creating)/i.test(status);
}

const isGone = (exchange: Exchange): boolean => answered(exchange) && [404, 410].includes(exchange.response.status);
