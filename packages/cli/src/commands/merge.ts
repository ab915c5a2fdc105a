import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MergeError, mergeReports, type Report } from "@plumbline/report";
import type { Command } from "../command.ts";
import { assertUnlocked } from "../files/folder-lock.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { formatsOf } from "../output/formats.ts";
import { readReport } from "../output/read-report.ts";
import { clearFolder, writeReport } from "../output/report-folder.ts";
import { RESULT_FLAGS } from "../output/result-flags.ts";
import { UsageError } from "../usage-error.ts";

/** `plumbline merge`: makes one report of the shards of a run. */
export const merge: Command = {
  name: "merge",
  summary: "make one report of the shards of a run",
  words: "REPORT ...",
  flags: RESULT_FLAGS,
  examples: ["plumbline merge shard-1/report.json shard-2/report.json --out reports/whole"],
  run: async (given, terminal) => {
    if (given.words.length === 0)
      throw new UsageError(
        "plumbline merge takes the reports of the shards: plumbline merge 1/report.json 2/report.json",
      );
    const formats = formatsOf(given);
    const apply = knownFailuresOf(given);
    const merged = apply(mergedOf(given.words.map(readReport)));
    const folder = given.one("out") ?? "reports/latest";
    assertOutside(folder, given.words);
    assertUnlocked(folder);
    clearFolder(folder);
    return conclude(
      merged,
      { write: (report, docs) => writeReport(folder, formats, report, { docs }) },
      given,
      terminal,
    );
  },
};

/** @throws UsageError for a report in the folder of the result, because writing the result deletes it. */
function assertOutside(folder: string, inputs: readonly string[]): void {
  if (!existsSync(folder)) return;
  for (const input of inputs) {
    const own = statSync(input).isDirectory() ? input : dirname(input);
    if (realpathSync(own) !== realpathSync(folder)) continue;
    throw new UsageError(
      `${input} is in ${folder}, and writing the merged report there would delete it: name another folder with --out`,
    );
  }
}

function mergedOf(shards: readonly Report[]): Report {
  try {
    return mergeReports(shards);
  } catch (error) {
    throw error instanceof MergeError ? new UsageError(error.message) : error;
  }
}
