import type { Exchange } from "@plumbline/client";
import { received, wasAccepted } from "../expect/answers.ts";
import { settles } from "../kernel/settles.ts";
import { saysThereIsNone } from "../oracles/says-there-is-none.ts";
import type { StartedEntry } from "./entry.ts";
import type { UndoParts } from "./undo-parts.ts";
import type { Undone } from "./undone.ts";

/**
 * Ends what was started, and reads that it is over. A read that shows none may only be late, so ending it is tried then
 * too; one that still starts may refuse its end for a moment.
 */
export async function undoStarted(entry: StartedEntry, parts: UndoParts): Promise<Undone> {
  const { effect, path } = entry;
  const [reads, ends] = [parts.served(effect.read, entry.version), parts.served(effect.end, entry.version)];
  if (!entry.started) return { state: "nothing" };
  if (reads === undefined || ends === undefined)
    return { state: "left", note: `the target has no ${ends ? effect.read : effect.end}` };
  const read = (): Promise<Exchange> => parts.ask({ operation: effect.read, version: reads, path });
  let ended: Exchange | undefined;
  const look = async (): Promise<Exchange> => {
    if (!entry.ended && (ended === undefined || !wasAccepted(ended)))
      ended = await parts.ask({ operation: effect.end, version: ends, path, due: "any" });
    return read();
  };
  // Where what the read shows need not be the run's, the answer to the end says that it is over.
  const isOver = (shown: Exchange): boolean =>
    effect.standing(shown) === false ||
    (entry.stoodNone !== true &&
      parts.isFree(effect, path) &&
      (entry.ended === true || (ended !== undefined && (wasAccepted(ended) || saysThereIsNone(ended)))));
  const last = await settles(parts.pass, look, isOver);
  if (isOver(last)) return { state: "removed" };
  const answer = ended === undefined ? "" : `, and ending it was answered ${received(ended)}`;
  return { state: "left", note: `it still stands: reading it is answered ${received(last)}${answer}` };
}
