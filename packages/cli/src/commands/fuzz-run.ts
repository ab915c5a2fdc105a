import { existsSync } from "node:fs";
import { join } from "node:path";
import { conduct, emptyWorld, type Requirement, type Selection } from "@plumbline/conformance";
import { coverageGap, coverageOf, coverageRows, FuzzLog, fuzzRequirements } from "@plumbline/fuzz";
import type { Given } from "../flags.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { formatsOf } from "../output/formats.ts";
import { inRun } from "../output/in-run.ts";
import { expectOwnFile } from "../output/own-file.ts";
import { progressLine } from "../output/progress-line.ts";
import { runStamp } from "../output/run-stamp.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { ABOUT_ANSWERS } from "./about-answers.ts";
import { writeCoverage, writeFailures, writeScenarios } from "./fuzz-files.ts";
import { type FuzzSettings, targetSettings } from "./fuzz-settings.ts";
import { replays } from "./replays.ts";
import { heldUnder, NOTHING_STORED, readFailures } from "./stored-failures.ts";
import { targetFlags } from "./target-flags.ts";

/** Exchanges that a report of campaigns holds, with twice as many in memory; the journal has all. */
const KEPT = 2_000;
/** Nothing else is wrong than that files of the corpus hold no failure. */
const REFUSED = 2;

const onlyOf = (check: string | undefined): string =>
  check === undefined ? "" : ` --only '${check.split("#")[0]?.split("@")[0]}'`;

/** Opens the target, sends the campaigns and what is stored, writes report, coverage and failures: the exit code. */
export async function fuzzRun(
  settings: FuzzSettings,
  selection: Selection,
  given: Given,
  terminal: Terminal,
): Promise<number> {
  const { seconds, ...plan } = settings;
  const formats = formatsOf(given);
  const applyKnown = knownFailuresOf(given);
  const jobs = given.integer("jobs", 1);
  const patience = given.integer("patience", 1);
  const least = percentOf(given);
  const corpus = given.one("corpus");
  const found = corpus === undefined || !existsSync(corpus) ? NOTHING_STORED : readFailures(corpus);
  const folder = given.one("out") ?? "reports/latest";
  const progress = progressLine(terminal);
  const log = new FuzzLog();
  const quiet = given.has("quiet");
  const flags = targetFlags(given);
  let state: Parameters<typeof progress.show>[0] = {
    stage: "read",
    done: 0,
    total: 1,
    failures: 0,
    exchanges: 0,
    waiting: [],
  };
  const coverageFile = join(folder, "coverage.json");
  expectOwnFile(coverageFile);
  return inRun(given, terminal, { folder, formats }, async ({ opened, files, signal }) => {
    const { stored, refused } = heldUnder(opened.target.contract, found);
    for (const why of refused) terminal.note(`not replayed: ${why}\n`);
    const requirements: Requirement[] = [
      // Campaigns of a stage begin in their order: what is known to fail is sent first.
      ...replays(stored, { allow: opened.target.allow }),
      ...fuzzRequirements({
        ...targetSettings(opened.target),
        ...plan,
        ...(seconds === undefined ? {} : { until: Date.now() + seconds * 1_000 }),
        log,
        onRequest: () => {
          if (!quiet) progress.show({ ...state, failures: log.failures.length, exchanges: log.requests });
        },
      }),
    ];
    const report = await conduct(opened.target, {
      requirements,
      listening: ABOUT_ANSWERS,
      selection,
      ...(jobs === undefined ? {} : { jobs }),
      ...(patience === undefined ? {} : { patience: patience * 1_000 }),
      ...(quiet ? {} : { onWait: progress.say }),
      seed: plan.seed,
      keepExchanges: KEPT,
      journal: files.journal,
      signal,
      connection: opened.connection,
      command: `plumbline fuzz${flags}`,
      replay: (...checks) => `plumbline fuzz${flags} --seed ${plan.seed}${checks.map(onlyOf).join("")}`,
      runId: `${runStamp()}-${plan.seed.toString(36)}`,
      toolVersion: VERSION,
      onProgress: (now) => {
        state = now;
        if (!quiet) progress.show({ ...now, exchanges: now.exchanges });
      },
    });
    progress.clear();
    files.journal.close();
    const coverage = coverageOf(log, opened.target.contract, emptyWorld(opened.target), opened.target.versions, plan);
    const whole = { ...report, coverage: coverageRows(coverage) };
    // The report comes first: a corpus that cannot be written to must not take it along.
    const code = conclude(applyKnown(whole), files, given, terminal);
    writeCoverage(coverageFile, coverage);
    const failureFolder = corpus ?? join(folder, "failures");
    const failures = [
      ...writeFailures(failureFolder, log.failures, report),
      ...writeScenarios(failureFolder, log.scenarios),
    ];
    const gap = coverageGap(coverage, least);
    if (!quiet) {
      const { plannedOrder } = log;
      if (plannedOrder !== undefined)
        terminal.note(
          `plan ${plannedOrder.hash.slice(0, 16)} of ${plannedOrder.requests} requests, seed ${plan.seed}\n`,
        );
      for (const warning of coverage.warnings) terminal.note(`warning: ${warning}\n`);
      terminal.note(
        `${coverage.proven} of ${coverage.total} cells of the contract proven with ${log.requests} requests: ${coverageFile}\n`,
      );
      for (const file of failures) terminal.note(`failure stored: plumbline replay${flags} ${file}\n`);
    }
    if (gap !== undefined) terminal.note(`${gap}\n`);
    if (gap !== undefined && (code === 0 || code === 3)) return 1;
    return code === 0 && refused.length > 0 ? REFUSED : code;
  });
}

/** @throws UsageError for what is no share of the contract. */
function percentOf(given: Given): number {
  const least = given.integer("coverage", 0) ?? 0;
  if (least > 100) throw new UsageError(`--coverage takes a percentage of 0 to 100, received "${least}"`);
  return least;
}
