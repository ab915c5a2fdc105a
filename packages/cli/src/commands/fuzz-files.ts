import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type Coverage,
  type Failure,
  FailureFormatError,
  failureAsScript,
  failureAsTest,
  readFailure,
  type Scenario,
} from "@plumbline/fuzz";
import type { Report } from "@plumbline/report";
import { makeFolder } from "../output/make-folder.ts";
import { writeOwnFile } from "../output/own-file.ts";
import { withFolder } from "../output/report-folder.ts";
import { UsageError } from "../usage-error.ts";

/** A stored failure and where it lies. */
export interface StoredFailure {
  readonly file: string;
  readonly failure: Failure | Scenario;
}

/**
 * Reads a file with one failure, or every failure of a folder, in the order of names.
 * @throws UsageError when it cannot be read or is no failure.
 */
export function readFailures(path: string): readonly StoredFailure[] {
  try {
    const names = statSync(path).isDirectory() ? listed(path) : [path];
    return names.map((file) => ({ file, failure: readFailure(readFileSync(file, "utf8")) }));
  } catch (error) {
    if (error instanceof FailureFormatError || (error instanceof Error && "code" in error))
      throw new UsageError(`${path} cannot be replayed: ${error.message}`);
    throw error;
  }
}

const listed = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));

/** Stores each failure as data, as a vitest file and as a shell script; a defect that is known keeps its file. */
export function writeFailures(folder: string, failures: readonly Failure[], report: Report): readonly string[] {
  withFolder(folder, () => makeFolder(folder));
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  return failures.map((failure) => {
    const stem = join(folder, `${failure.shot.operation}-${failure.fingerprint}`);
    writeOwnFile(`${stem}.json`, `${JSON.stringify(failure, null, 2)}\n`);
    const exchange = exchanges.get(failure.evidence);
    if (exchange !== undefined) {
      const made = failure.made && exchanges.get(failure.made.exchange);
      writeOwnFile(`${stem}.test.ts`, failureAsTest(failure, exchange, made));
      const script = failureAsScript(failure, exchange, made);
      if (script !== undefined) writeOwnFile(`${stem}.sh`, script, { mode: 0o755 });
    }
    return `${stem}.json`;
  });
}

/** Stores scenarios on which a target and the model differ, to be replayed. */
export function writeScenarios(folder: string, scenarios: readonly Scenario[]): readonly string[] {
  withFolder(folder, () => makeFolder(folder));
  return scenarios.map((scenario) => {
    const file = join(folder, `scenario-${scenario.fingerprint}.json`);
    writeOwnFile(file, `${JSON.stringify(scenario, null, 2)}\n`);
    return file;
  });
}

/** Stores the coverage of a run. */
export function writeCoverage(file: string, coverage: Coverage): void {
  writeOwnFile(file, `${JSON.stringify(coverage, null, 1)}\n`);
}
