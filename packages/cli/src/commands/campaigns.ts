import { join } from "node:path";
import { steadyNow } from "@plumbline/client";
import { emptyWorld, type Requirement, type Target } from "@plumbline/conformance";
import { type Coverage, coverageGap, coverageOf, coverageRows, Ear, FuzzLog, fuzzRequirements } from "@plumbline/fuzz";
import type { Report } from "@plumbline/report";
import { expectOwnFile } from "../files/own-file.ts";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { corpusOf } from "./corpus.ts";
import { writeCoverage, writeFailures, writeScenarios } from "./fuzz-files.ts";
import { type FuzzSettings, targetSettings } from "./fuzz-settings.ts";
import { replays } from "./replays.ts";
import { targetFlags } from "./target-flags.ts";

/** The campaigns of a run before its target is open: what they send, and where they write. */
export interface Campaigns {
  readonly settings: FuzzSettings;
  /** Binds the campaigns to a target; they call `onRequest` for every request that they send. */
  readonly on: (target: Target, onRequest: () => void) => Sending;
}

/** The campaigns of a run on its target. */
export interface Sending {
  /** The replays of stored failures first, then the planned and the random campaigns: they begin in this order. */
  readonly requirements: readonly Requirement[];
  /** The same rules, with a listener on those about all answers, so that a failure of one is stored too. */
  readonly heard: <R extends Requirement>(rules: readonly R[]) => readonly R[];
  /** How many requests the campaigns have sent, and how many failures they have found so far. */
  readonly soFar: () => { readonly requests: number; readonly failures: number };
  /**
   * Adds the coverage to the report, has `write` write it, stores the results of the campaigns, and returns the exit
   * code.
   */
  readonly finish: (report: Report, write: (report: Report) => number) => number;
}

/**
 * The campaigns that the flags ask for. The corpus is read at once.
 * @throws UsageError for an impossible percentage of coverage, or a corpus that cannot be read.
 */
export function campaigns(settings: FuzzSettings, given: Given, terminal: Terminal): Campaigns {
  const { seconds, versions: chosen, risks: permitted, ...plan } = settings;
  const least = percentOf(given);
  const corpus = corpusOf(given, terminal);
  const folder = given.one("out") ?? "reports/latest";
  const coverageFile = join(folder, "coverage.json");
  expectOwnFile(coverageFile);
  return {
    settings,
    on: (target, onRequest) => {
      const log = new FuzzLog();
      const ear = new Ear();
      const { stored, reach, conclude } = corpus.under(target.contract);
      const { versions = [], ...whole } = targetSettings(target);
      const requirements = fuzzRequirements({
        ...whole,
        ...plan,
        versions: versions.filter((one) => one === "standalone" || (chosen?.includes(one) ?? true)),
        risks: new Set([...target.allow].filter((risk) => permitted?.includes(risk) ?? true)),
        ...(seconds === undefined ? {} : { until: steadyNow() + seconds * 1_000 }),
        ...(reach && { reach }),
        log,
        ear,
        onRequest,
      });
      return {
        requirements: [...replays(stored, { allow: target.allow, ear }), ...requirements],
        heard: (rules) => ear.at(rules),
        soFar: () => ({ requests: log.requests, failures: log.failed }),
        finish: (report, write) => {
          const served = target.versions.filter((one) => chosen?.includes(one) ?? true);
          const coverage = coverageOf(log, target.contract, emptyWorld(target), served, plan);
          // The report is written first, so that it survives when the corpus cannot be written.
          const code = write({ ...report, coverage: coverageRows(coverage) });
          writeCoverage(coverageFile, coverage);
          const failureFolder = corpus.folder ?? join(folder, "failures");
          const failures = [
            ...writeFailures(failureFolder, log.failures, report),
            ...writeScenarios(failureFolder, log.scenarios),
          ];
          if (!given.has("quiet")) {
            for (const line of toldOf(log, plan.seed, coverage, coverageFile)) terminal.note(`${line}\n`);
            for (const file of failures)
              terminal.note(`failure stored; repeat it with: plumbline replay${targetFlags(given)} ${file}\n`);
          }
          const stranger = conclude();
          const gap = coverageGap(coverage, least);
          if (gap !== undefined) terminal.note(`${gap}\n`);
          if (gap !== undefined && (code === 0 || code === 3)) return 1;
          return code === 0 ? stranger : code;
        },
      };
    },
  };
}

/** The lines of the terminal about what campaigns sent and covered. */
function toldOf(log: FuzzLog, seed: number, coverage: Coverage, coverageFile: string): readonly string[] {
  const { plannedOrder: order } = log;
  const steps = [...log.walks].map(([kind, count]) => `${kind} ${count}`);
  return [
    ...(order === undefined ? [] : [`plan ${order.hash.slice(0, 16)} of ${order.requests} requests, seed ${seed}`]),
    ...coverage.warnings.map((warning) => `warning: ${warning}`),
    `${log.requests} requests proved ${coverage.proven} of ${coverage.total} cells of the contract: ${coverageFile}`,
    ...(steps.length > 0 ? [`steps of walks over records: ${steps.join(", ")}`] : []),
  ];
}

/** @throws UsageError for a value over 100. */
function percentOf(given: Given): number {
  const least = given.integer("coverage", 0) ?? 0;
  if (least > 100) throw new UsageError(`--coverage takes a percentage from 0 to 100, received "${least}"`);
  return least;
}
