import { join } from "node:path";
import { conduct } from "@plumbline/conformance";
import type { Replayed } from "@plumbline/fuzz";
import type { Given } from "../flags.ts";
import { inRun } from "../output/in-run.ts";
import { runStamp } from "../output/run-stamp.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { readFailures } from "./fuzz-files.ts";
import { replays } from "./replays.ts";

/** The codes that a replay exits with. */
export const REPLAY_CODES = { FIXED: 0, FAILED: 1, ERROR: 3 } as const satisfies Record<Replayed, number>;

/**
 * Sends the stored failures of a file or folder again and prints of each whether it is FIXED, FAILED or in ERROR, which
 * means that it could not be sent under the conditions that it needs. The code is the worst: 1, then 3, then 0.
 */
export async function replayRun(path: string, given: Given, terminal: Terminal): Promise<number> {
  const stored = readFailures(path);
  if (stored.length === 0) throw new UsageError(`${path} holds no stored failure: name a file that fuzz has written`);
  const came = new Map<string, Replayed>();
  const told = (fingerprint: string, result: Replayed, why: string): void => {
    const { file = fingerprint } = stored.find(({ failure }) => failure.fingerprint === fingerprint) ?? {};
    came.set(fingerprint, result);
    terminal.out(`${result.padEnd(6)}  ${file}  ${why}\n`);
  };
  const folder = given.one("out") ?? join("reports", "replay");
  await inRun(given, terminal, { folder, formats: ["json"] }, async ({ opened, files, signal }) => {
    const report = await conduct(opened.target, {
      requirements: replays(stored, ({ fingerprint }, result, why) => told(fingerprint, result, why)),
      journal: files.journal,
      signal,
      connection: opened.connection,
      command: "plumbline replay",
      runId: `replay-${runStamp()}`,
      toolVersion: VERSION,
    });
    files.journal.close();
    files.write(report);
    // What never came to a result was kept from being sent: by an obstacle, or because nothing answers.
    const [obstacle] = report.verdicts.filter((verdict) => "reason" in verdict || "message" in verdict);
    const why = obstacle && "reason" in obstacle ? obstacle.reason : report.reason;
    for (const { failure } of stored) if (!came.has(failure.fingerprint)) told(failure.fingerprint, "ERROR", why);
  });
  const results = [...came.values()];
  if (results.includes("FAILED")) return REPLAY_CODES.FAILED;
  return results.includes("ERROR") ? REPLAY_CODES.ERROR : REPLAY_CODES.FIXED;
}
