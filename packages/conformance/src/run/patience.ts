import { inconclusive } from "../ground/judgement.ts";
import type { Session } from "../kernel/session.ts";
import { StoryStopped } from "../kernel/story-stopped.ts";
import type { RunOptions } from "./run-options.ts";

const PATIENCE = 120_000;

/**
 * Ends a story that would wait longer than the patience of the user; if the clock can be moved, no story really waits.
 */
export function patienceOf(
  { target }: Pick<Session, "target">,
  { patience = PATIENCE }: Pick<RunOptions, "patience">,
): (milliseconds: number) => void {
  let waited = 0;
  return (milliseconds) => {
    waited += milliseconds;
    if (target.advanceClock !== undefined || waited <= patience) return;
    const reason = `the target did not finish within ${patience / 1_000} seconds: to wait longer, use --patience`;
    throw new StoryStopped(inconclusive(reason));
  };
}

/** Milliseconds for which all other checks of a stage wait for a story. */
const SHORT_WAIT = 1_000;

/** Calls `onLongWait` once, when a story has waited so long that the other checks of its stage should continue. */
export function longWaitOf(
  { target }: Pick<Session, "target">,
  onLongWait: () => void,
): (milliseconds: number) => void {
  let waited = 0;
  return (milliseconds) => {
    if (target.advanceClock !== undefined || waited > SHORT_WAIT) return;
    waited += milliseconds;
    if (waited > SHORT_WAIT) onLongWait();
  };
}
