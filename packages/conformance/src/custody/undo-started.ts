import type { Exchange } from "@plumbline/client";
import { received, wasAccepted } from "../ground/answers.ts";
import { eventually } from "../ground/eventually.ts";
import { onceReady } from "../ground/once-ready.ts";
import { saysThereIsNone } from "../oracles/says-there-is-none.ts";
import type { StartedEntry } from "./entry.ts";
import { removesPatiently } from "./removes-patiently.ts";
import type { UndoParts } from "./undo-parts.ts";
import type { Undone } from "./undone.ts";

/**
 * Ends what was started, and reads that it is over. A read that shows none may only be late, so ending it is tried then
 * too. One that still starts may reject its end: then its state is read until it is another.
 */
export async function undoStarted(entry: StartedEntry, parts: UndoParts): Promise<Undone> {
  const { effect, path } = entry;
  const [reads, ends] = [parts.served(effect.read, entry.version), parts.served(effect.end, entry.version)];
  if (!entry.started) return { state: "nothing" };
  if (reads === undefined || ends === undefined)
    return { state: "left", note: `the target has no ${ends ? effect.read : effect.end}` };
  const read = (): Promise<Exchange> => parts.ask({ operation: effect.read, version: reads, path });
  const end = (): Promise<Exchange> =>
    removesPatiently(parts, effect.end, () => parts.ask({ operation: effect.end, version: ends, path, due: "open" }));
  const { pass, rounds = ROUNDS, speed } = parts;
  const ended = entry.ended ? undefined : await onceReady({ pass, send: end, look: read, rounds, speed });
  // Where what the read shows need not be the run's, the answer to the end says that it is over.
  const isOver = (shown: Exchange): boolean =>
    effect.standing(shown) === false ||
    (entry.stoodNone !== true &&
      parts.isFree(effect, path) &&
      (entry.ended === true || (ended !== undefined && (wasAccepted(ended) || saysThereIsNone(ended)))));
  const last = await eventually(pass, read, isOver);
  if (isOver(last)) return { state: "removed" };
  const answer = ended === undefined ? "" : `, and the request to end it returned ${received(ended)}`;
  return { state: "left", note: `it still exists: its read returned ${received(last)}${answer}` };
}

/** Looks at a state that is waited for: two minutes, since an outage of the user's must not be left standing. */
const ROUNDS = 28;
