import { existsSync } from "node:fs";
import { join } from "node:path";
import { difference, inLines } from "./difference.mjs";
import { killedAfter } from "./killed.mjs";
import { isNamed, lostIn, stays } from "./named.mjs";
import { runProgram } from "./program.mjs";
import { randomOf } from "./random.mjs";
import { EVERYTHING, openServed, REMOVABLE } from "./served.mjs";
import { isCarriedOut } from "./writes.mjs";

/**
 * Intervals in seconds after the first write in which a run is killed, with their shares: a run sends nine tenths of
 * its writes in the first three seconds, and then waits for snapshots and simulations.
 */
const MOMENTS = {
  run: [
    { share: 0.55, from: 0, to: 3 },
    { share: 0.2, from: 3, to: 10 },
    { share: 0.15, from: 10, to: 30 },
    { share: 0.1, from: 30, to: 60 },
  ],
  fuzz: [
    { share: 0.8, from: 0, to: 6 },
    { share: 0.2, from: 6, to: 15 },
  ],
};
const MORE = { run: [], fuzz: ["--requests", "3000"] };
/** A cleanup may wait for a snapshot in progress. */
const CLEANUP_SECONDS = 300;

/** One trial per seed: compares the server before a run with the server after the run was killed and cleaned up. */
export const killTrials = ({ command, times, seed, removable }) =>
  Array.from({ length: times }, (_, index) => ({
    command,
    seed: seed + index,
    allow: removable ? REMOVABLE : EVERYTHING,
  }));

/** Kills a run at a moment selected by the seed, runs the cleanup, and compares the server with its earlier state. */
export async function kill({ command, seed, allow }) {
  const served = await openServed({ seed, allow });
  try {
    const before = await served.inventory();
    const out = join(served.folder, "out");
    const { target, environment, front } = served;
    const moment = momentOf(command, seed);
    const args = [command, "--target", target, "--out", out, "--quiet", ...MORE[command]];
    const ended = await killedAfter(moment, args, served);
    const writes = front.log.filter(isCarriedOut).length;
    const from = join(out, "journal.ndjson");
    const cleaned = existsSync(from)
      ? await runProgram(["cleanup", "--target", target, "--from", from], {
          environment,
          cwd: served.folder,
          seconds: CLEANUP_SECONDS,
        })
      : { code: 0, said: "", seconds: 0 };
    const left = difference(before, await served.inventory());
    const silent = untold(cleaned, left);
    const verdict = verdictOf(cleaned, left, silent);
    const cut = ended ? " (it had ended)" : "";
    return {
      name: `kill ${command} seed ${seed}`,
      verdict,
      bad: verdict === "SILENT",
      facts:
        `killed ${moment.toFixed(1)} s after its first write${cut} after ${writes} writes, cleanup ${cleaned.code} in ` +
        `${cleaned.seconds.toFixed(0)} s, ${left.length} differences, ${silent.length} untold, of which ` +
        `${silent.filter((one) => !stays(one)).length} could be undone`,
      details: [
        ...inLines(silent.length > 0 ? silent : left),
        ...(verdict === "SILENT" && silent.length === 0 ? [`cleanup said: ${cleaned.said.slice(-300)}`] : []),
      ],
    };
  } finally {
    await served.close();
  }
}

function verdictOf(cleaned, left, silent) {
  if (silent.length > 0) return "SILENT";
  if (cleaned.code === 0) return left.every(stays) && closes(cleaned.said, left.length) ? "clean" : "SILENT";
  return cleaned.code === 7 ? "named" : "SILENT";
}

/** Whether the last line of a successful cleanup states how many records stay, or none do. */
const closes = (said, count) => count === 0 || /^\d+ records? stays?, as you permitted$/m.test(said);

/** The leftovers that the cleanup does not report. */
function untold({ said }, left) {
  const silent = left.filter((one) => !isNamed(one, said));
  const lost = lostIn(said);
  return silent.filter(({ operation }) => !lost.splice(lost.indexOf(operation) >>> 0, 1).length);
}

function momentOf(command, seed) {
  const random = randomOf(seed);
  let share = random();
  for (const span of MOMENTS[command]) {
    if (share < span.share) return span.from + random() * (span.to - span.from);
    share -= span.share;
  }
  return MOMENTS[command][0].to;
}
