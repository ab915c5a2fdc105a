import { answered, type Exchange } from "@plumbline/client";
import { received, wasAccepted } from "../expect/answers.ts";
import { comesTo } from "../kernel/settles.ts";
import { saysLater } from "../oracles/says-later.ts";
import { WRITES } from "../writes/table.ts";
import type { Desk, Undone } from "./desk.ts";
import type { MadeEntry } from "./entry.ts";
import { addressOf, ownershipOf } from "./ownership.ts";
import type { Place } from "./places.ts";

/**
 * Takes a record away again, once it was seen to be the run's own. Whether it is gone is looked at when the run ends, in
 * the list.
 */
export async function undoMade(entry: MadeEntry, desk: Desk, place?: Place): Promise<Undone> {
  const { effect, id } = entry;
  const { remove, stays } = effect;
  const over: Undone = stays === undefined ? { state: "removed" } : { state: "stays", note: stays };
  if (id === undefined || entry.removed || remove === undefined) return over;
  const ownership = await ownershipOf(entry, id, desk, place);
  // What nobody ever saw under this id is another record than the create told of; a run that was killed may have removed it.
  if (ownership.kind === "gone") return entry.adopted ? over : { state: "foreign", note: "no record has this id" };
  if (ownership.kind === "foreign") return { state: "foreign", note: ownership.note };
  if (ownership.kind === "unclear") return { state: "left", note: ownership.note };
  const version = desk.served(remove, entry.version);
  if (version === undefined) {
    const note = `the target does not offer ${remove}`;
    return desk.mayStay ? { state: "stays", note } : { state: "left", note };
  }
  const exchange = await comesTo(
    desk.pass,
    () => desk.ask({ operation: remove, version, path: addressOf(entry, id) }),
    (last) => stays !== undefined || !saysLater(last),
    // Only what takes its time stands in its own way; where that was waited for in vain, nobody waits again.
    { rounds: WRITES[remove].slow && !desk.inVain.has(remove) ? desk.rounds : 0, speed: desk.speed },
  );
  if (stays === undefined && saysLater(exchange)) desk.inVain.add(remove);
  // One that is over by itself cannot be ended any more: that is no failure of ending it.
  if (wasAccepted(exchange) || isGone(exchange) || stays !== undefined) return over;
  return { state: "left", note: `removing it was answered ${received(exchange)}` };
}

const isGone = (exchange: Exchange): boolean => answered(exchange) && [404, 410].includes(exchange.response.status);
