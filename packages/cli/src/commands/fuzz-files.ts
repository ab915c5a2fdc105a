import { join } from "node:path";
import {
  type Coverage,
  type Failure,
  failureAsScript,
  failureAsTest,
  type Reached,
  reachedFile,
  reachedText,
  type Scenario,
  stemOf,
} from "@plumbline/fuzz";
import type { Report } from "@plumbline/report";
import { makeFolder } from "../files/make-folder.ts";
import { writeOwnFile } from "../files/own-file.ts";
import { withFolder } from "../output/report-folder.ts";

const CORPUS = { what: "what the fuzzer found", flag: "--corpus" };

/**
 * Stores each failure as data, and if possible also as a vitest file and a shell script. A defect that is already known
 * keeps its file name.
 */
export function writeFailures(folder: string, failures: readonly Failure[], report: Report): readonly string[] {
  withFolder(folder, () => makeFolder(folder), CORPUS);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  return failures.map((failure) => {
    const stem = join(folder, stemOf(failure));
    writeOwnFile(`${stem}.json`, `${JSON.stringify(failure, null, 2)}\n`);
    const exchange = exchanges.get(failure.evidence);
    if (exchange !== undefined) {
      const made = failure.made && exchanges.get(failure.made.exchange);
      const test = failureAsTest(failure, exchange, made);
      if (test !== undefined) writeOwnFile(`${stem}.test.ts`, test);
      const script = failureAsScript(failure, exchange, made);
      if (script !== undefined) writeOwnFile(`${stem}.sh`, script, { mode: 0o755 });
    }
    return `${stem}.json`;
  });
}

/** Stores scenarios in which the target and the model differ, for replay. */
export function writeScenarios(folder: string, scenarios: readonly Scenario[]): readonly string[] {
  withFolder(folder, () => makeFolder(folder), CORPUS);
  return scenarios.map((scenario) => {
    const file = join(folder, `${stemOf(scenario)}.json`);
    writeOwnFile(file, `${JSON.stringify(scenario, null, 2)}\n`);
    return file;
  });
}

/** Stores the coverage of a run. */
export function writeCoverage(file: string, coverage: Coverage): void {
  writeOwnFile(file, `${JSON.stringify(coverage, null, 1)}\n`);
}

/**
 * Stores the names of requests that reached something new, so that later runs begin with them. Returns the written
 * files.
 */
export function writeReached(folder: string, reached: readonly Reached[]): readonly string[] {
  if (reached.length > 0) withFolder(folder, () => makeFolder(folder), CORPUS);
  return reached.map((one) => {
    const file = join(folder, reachedFile(one.operation));
    writeOwnFile(file, reachedText(one));
    return file;
  });
}
