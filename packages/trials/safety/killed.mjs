import { setTimeout as pause } from "node:timers/promises";
import { startProgram } from "./program.mjs";
import { isCarriedOut } from "./writes.mjs";

/** By when a run that is to change something has begun to: it reads first. */
const FIRST_SECONDS = 60;

/**
 * Starts the program and kills it `seconds` after the first request that changed something; whether it had ended by
 * itself. Resolves when the server has carried out what had arrived.
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
