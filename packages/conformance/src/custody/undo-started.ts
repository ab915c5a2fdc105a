import type { Exchange } from "@plumbline/client";
import { received, wasAccepted } from "../ground/answers.ts";
import { eventually } from "../ground/eventually.ts";
import { onceReady } from "../ground/once-ready.ts";
import { saysThereIsNone } from "../oracles/says-there-is-none.ts";
import type { StartedEntry } from "./entry.ts";
import type { UndoParts } from "./undo-parts.ts";
import { undoPatiently } from "./undo-patiently.ts";
import type { Undone } from "./undone.ts";

/**
 * Ends something that the run started, and verifies that it is over. A read that shows none may be late, so the run
 * sends the end even then. The target may reject the end while it still starts; then the run reads its state until it
 * changes.
 */
export async function undoStarted(entry: StartedEntry, parts: UndoParts): Promise<Undone> {
  const { effect, path } = entry;
  const [reads, ends] = [parts.served(effect.read, entry.version), parts.served(effect.end, entry.version)];
  if (!entry.started) return { state: "nothing" };
  if (reads === undefined || ends === undefined)
    return { state: "left", note: `the target has no ${ends ? effect.read : effect.end}` };
  const read = (): Promise<Exchange> => parts.ask({ operation: effect.read, version: reads, path });
  const end = (): Promise<Exchange> =>
    undoPatiently(parts, effect.end, () => parts.ask({ operation: effect.end, version: ends, path, due: "open" }));
  const { pass, rounds = ROUNDS, speed } = parts;
  const ended = entry.ended ? undefined : await onceReady({ pass, send: end, look: read, rounds, speed });
  // If the shown one may belong to another client, the answer to the end says whether it is over.
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

/** Reads while waiting for the end: two minutes, because an outage of the user must not be left running. */
const ROUNDS = 28;
