import { join } from "node:path";
import { conduct, type WatchRequirement } from "@plumbline/conformance";
import { answerRule, Ear, printable, type Replayed } from "@plumbline/fuzz";
import type { Given } from "../flags.ts";
import { runStamp } from "../output/run-stamp.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { inRun } from "./in-run.ts";
import { replays } from "./replays.ts";
import { heldUnder, readFailures, type StoredFailure } from "./stored-failures.ts";

/** The exit codes of a replay. */
export const REPLAY_CODES = { FIXED: 0, FAILED: 1, ERROR: 3 } as const satisfies Record<Replayed, number>;
/** Exit code when nothing is wrong except files of the folder that hold no failure. */
const REFUSED = 2;

/**
 * Sends the stored failures of a file or folder again, and prints for each whether it is FIXED, FAILED or ERROR. ERROR
 * means that the failure could not be sent under the conditions that it needs. Files that hold no failure are named.
 * Returns the worst exit code: 1, then 3, then 2 for files without a failure, then 0.
 */
export async function replayRun(path: string, given: Given, terminal: Terminal): Promise<number> {
  const found = readFailures(path);
  if (found.stored.length === 0 && found.refused.length === 0)
    throw new UsageError(`${path} holds no stored failure: name a file that plumbline fuzz wrote`);
  // Keyed by the failure object: two files may state one fingerprint, and each has a result of its own.
  const came = new Map<StoredFailure["failure"], Replayed>();
  const folder = given.one("out") ?? join("reports", "replay");
  let { refused } = found;
  if (found.stored.length > 0)
    await inRun(given, terminal, { folder, formats: ["json"] }, async ({ opened, files, signal }) => {
      const held = heldUnder(opened.target.contract, found);
      const { stored } = held;
      refused = held.refused;
      if (stored.length === 0) return files.journal.close();
      const told = (failure: StoredFailure["failure"], result: Replayed, why: string): void => {
        const { file = failure.fingerprint } = stored.find((one) => one.failure === failure) ?? {};
        came.set(failure, result);
        terminal.out(`${result.padEnd(6)}  ${printable(file)}  ${printable(why)}\n`);
      };
      const ear = new Ear();
      const report = await conduct(opened.target, {
        requirements: replays(stored, { allow: opened.target.allow, ear }, told),
        listening: ear.at(rulesOf(stored)),
        journal: files.journal,
        signal,
        connection: opened.connection,
        command: "plumbline replay",
        runId: `replay-${runStamp()}`,
        toolVersion: VERSION,
      });
      files.journal.close();
      files.write(report);
      // A failure without a result was not sent, because of an obstacle or because the target does not answer.
      const [obstacle] = report.verdicts.filter((verdict) => "reason" in verdict || "message" in verdict);
      const why = obstacle && "reason" in obstacle ? obstacle.reason : report.reason;
      for (const { failure } of stored) if (!came.has(failure)) told(failure, "ERROR", why);
    });
  for (const { why } of refused) terminal.note(`not replayed: ${why}\n`);
  const results = [...came.values()];
  if (results.includes("FAILED")) return REPLAY_CODES.FAILED;
  if (results.includes("ERROR")) return REPLAY_CODES.ERROR;
  return refused.length > 0 ? REFUSED : REPLAY_CODES.FIXED;
}

/** The rules about all answers that the stored failures break. */
function rulesOf(stored: readonly StoredFailure[]): readonly WatchRequirement[] {
  const ids = new Set(stored.map(({ failure }) => failure.rule));
  return [...ids].flatMap((id) => answerRule(id) ?? []);
}
