import { setTimeout as pause } from "node:timers/promises";
import { startProgram } from "./program.mjs";
import { isCarriedOut } from "./writes.mjs";

/** A run with permission to write starts to write within this time; it reads first. */
const FIRST_SECONDS = 60;

/**
 * Starts the program, kills it `seconds` after its first write, and returns whether it had already ended by itself.
 * Resolves when the server has carried out all received requests.
 */
export async function killedAfter(seconds, args, { environment, folder, front }) {
  const program = startProgram(args, { environment, cwd: folder });
  const first = front.log.length;
  const writes = () => front.log.slice(first).some(isCarriedOut);
  let ended = false;
  const gone = program.ended.then(() => {
    ended = true;
  });
  for (let waited = 0; waited < FIRST_SECONDS && !ended && !writes(); waited += 0.02) await pause(20);
  const over = new AbortController();
  await Promise.race([gone, pause(seconds * 1_000, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
  const early = ended;
  program.kill();
  await gone;
  await front.settled();
  return early;
}
