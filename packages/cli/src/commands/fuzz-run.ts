import { join } from "node:path";
import { conduct, emptyWorld, type Requirement, type Selection } from "@plumbline/conformance";
import { coverageGap, coverageOf, FuzzLog, fuzzRequirements, type Replayed, replayRequirement } from "@plumbline/fuzz";
import type { Given } from "../flags.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { formatsOf } from "../output/formats.ts";
import { onInterrupt } from "../output/interrupt.ts";
import { progressLine } from "../output/progress-line.ts";
import { runFiles } from "../output/run-files.ts";
import { openTarget } from "../targets/open-target.ts";
import type { Terminal } from "../terminal.ts";
import { VERSION } from "../version.ts";
import { readFailures, type StoredFailure, writeCoverage, writeFailures } from "./fuzz-files.ts";
import { type FuzzSettings, targetSettings } from "./fuzz-settings.ts";

const TARGET_FLAGS = ["target", "profile", "metrics-url", "group", "allow", "fault", "variant"];

/** Opens the target, sends the campaigns or the stored failures, writes report, coverage and failures: the exit code. */
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
  const replayed = given.one("replay");
  const corpus = given.one("corpus");
  const stored = replayed !== undefined ? readFailures(replayed) : corpus !== undefined ? readFailures(corpus) : [];
  const opened = await openTarget(given, terminal);
  const folder = given.one("out") ?? "reports/latest";
  const files = runFiles(folder, formats);
  const interrupt = onInterrupt(terminal);
  const progress = progressLine(terminal);
  const log = new FuzzLog();
  const quiet = given.has("quiet");
  const flags = targetFlags(given);
  const came: string[] = [];
  let state = { stage: "read" as const, done: 0, total: 1, failures: 0 } as Parameters<typeof progress.show>[0];
  try {
    const requirements: Requirement[] =
      replayed === undefined
        ? [
            ...fuzzRequirements({
              ...targetSettings(opened.target),
              ...plan,
              ...(seconds === undefined ? {} : { until: Date.now() + seconds * 1_000 }),
              log,
              journal: files.journal,
              onRequest: () => {
                if (!quiet) progress.show({ ...state, failures: log.failures.length, exchanges: log.requests });
              },
            }),
          ]
        : [];
    if (stored.length > 0)
      requirements.push(
        replayRequirement(
          stored.map(({ failure }) => failure),
          { journal: files.journal, log },
          (failure, result, why) => came.push(`${result}  ${fileOf(stored, failure.fingerprint)}  ${why}\n`),
        ),
      );
    const report = await conduct(opened.target, {
      requirements,
      selection,
      ...(jobs === undefined ? {} : { jobs }),
      seed: plan.seed,
      journal: files.journal,
      signal: interrupt.signal,
      connection: opened.connection,
      command: `plumbline fuzz${flags}`,
      replay: (check) => `plumbline fuzz${flags} --seed ${plan.seed} --only '${check.split("#")[0]?.split("@")[0]}'`,
      runId: `${new Date().toISOString().replace(/[-:]/g, "").slice(0, 15)}-${plan.seed.toString(36)}`,
      toolVersion: VERSION,
      onProgress: (now) => {
        state = now;
        if (!quiet) progress.show({ ...now, exchanges: now.exchanges });
      },
    });
    progress.clear();
    files.journal.close();
    for (const line of came) terminal.out(line);
    if (replayed !== undefined) return replayCode(came);
    const coverage = coverageOf(log, opened.target.contract, emptyWorld(opened.target), opened.target.versions);
    const coverageFile = writeCoverage(folder, coverage);
    const failures = writeFailures(corpus ?? join(folder, "failures"), log.failures, report);
    const whole = { ...report, changes: [...report.changes, ...log.changes] };
    const code = conclude(applyKnown(whole), files, given, terminal);
    const gap = coverageGap(coverage, given.integer("coverage", 0) ?? 0);
    if (!quiet) {
      for (const [campaign, hash] of Object.entries(coverage.plans))
        terminal.note(`requests of ${campaign}: ${hash.slice(0, 16)}\n`);
      for (const warning of coverage.warnings) terminal.note(`warning: ${warning}\n`);
      terminal.note(
        `${coverage.proven} of ${coverage.total} cells of the contract proven with ${log.requests} requests, seed ${plan.seed}: ${coverageFile}\n`,
      );
      for (const file of failures) terminal.note(`failure stored: plumbline fuzz${flags} --replay ${file}\n`);
    }
    if (gap !== undefined) terminal.note(`${gap}\n`);
    return gap !== undefined && (code === 0 || code === 3) ? 1 : code;
  } finally {
    interrupt.release();
    await opened.close();
  }
}

const fileOf = (stored: readonly StoredFailure[], fingerprint: string): string =>
  stored.find(({ failure }) => failure.fingerprint === fingerprint)?.file ?? fingerprint;

/** 1 when a failure is still one, 3 when one could not be sent, 0 when all are gone. */
function replayCode(came: readonly string[]): number {
  const any = (result: Replayed): boolean => came.some((line) => line.startsWith(result));
  if (any("FAILED")) return 1;
  return any("ERROR") || came.length === 0 ? 3 : 0;
}

/** The flags that name the target, as they were given, quoted for a shell. */
function targetFlags(given: Given): string {
  const quoted = (value: string): string =>
    /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  return TARGET_FLAGS.flatMap((name) => (given.all(name) ?? []).map((value) => ` --${name} ${quoted(value)}`)).join("");
}
