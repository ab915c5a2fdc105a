import { conduct, type Requirement, type Selection } from "@plumbline/conformance";
import type { Given } from "../flags.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { comparisonWith } from "../output/earlier-run.ts";
import { formatsOf } from "../output/formats.ts";
import { inRun } from "../output/in-run.ts";
import { progressLine } from "../output/progress-line.ts";
import { RESULT_FLAGS } from "../output/result-flags.ts";
import { runStamp } from "../output/run-stamp.ts";
import type { Terminal } from "../terminal.ts";
import { VERSION } from "../version.ts";
import { targetFlags } from "./target-flags.ts";

/** What `run` and `fuzz` share: open the target, conduct the run, write the report, return the exit code. */
export async function judge(
  parts: {
    readonly command: string;
    readonly requirements: readonly Requirement[];
    readonly selection: Selection;
    readonly seed?: number;
  },
  given: Given,
  terminal: Terminal,
): Promise<number> {
  const jobs = given.integer("jobs", 1);
  const patience = given.integer("patience", 1);
  const formats = formatsOf(given);
  const applyKnown = knownFailuresOf(given);
  const compare = comparisonWith(given);
  const progress = progressLine(terminal, patience);
  const flags = targetFlags(given);
  const folder = given.one("out") ?? "reports/latest";
  return inRun(given, terminal, { folder, formats }, async ({ opened, files, signal }) => {
    const report = await conduct(opened.target, {
      requirements: parts.requirements,
      selection: parts.selection,
      ...(jobs === undefined ? {} : { jobs }),
      ...(patience === undefined ? {} : { patience: patience * 1_000 }),
      ...(parts.seed === undefined ? {} : { seed: parts.seed }),
      journal: files.journal,
      signal,
      connection: opened.connection,
      command: `plumbline ${parts.command}${flags}`,
      replay: (check, along) =>
        `plumbline ${parts.command}${flags} --only '${[check.split("#")[0], ...(along ? [along] : [])].join(",")}'`,
      runId: runId(),
      toolVersion: VERSION,
      ...(given.has("quiet") ? {} : { onProgress: progress.show, onWait: progress.say }),
    });
    progress.clear();
    files.journal.close();
    return conclude(compare(applyKnown(report)), files, given, terminal);
  });
}

/** Sortable, and different for runs that start in the same second. */
function runId(): string {
  return `${runStamp()}-${Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .padStart(4, "0")}`;
}

export const OUTPUT_FLAGS = {
  jobs: { value: "N", help: "checks at a time (default 16)" },
  patience: {
    value: "S",
    help: "seconds that one check may wait for the target to get somewhere, and that the target may ask to be left alone (default 120)",
  },
  ...RESULT_FLAGS,
} as const;
