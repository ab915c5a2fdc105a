import { conduct, type Journal, type Requirement, type Selection, type WatchRequirement } from "@plumbline/conformance";
import type { Report } from "@plumbline/report";
import type { Given } from "../flags.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { comparisonWith } from "../output/earlier-run.ts";
import { formatsOf } from "../output/formats.ts";
import { progressLine } from "../output/progress-line.ts";
import { runId } from "../output/run-id.ts";
import { shellWord } from "../targets/shell-word.ts";
import type { Terminal } from "../terminal.ts";
import { VERSION } from "../version.ts";
import type { Onlooker, Progress } from "../watch/onlooker.ts";
import type { Campaigns, Sending } from "./campaigns.ts";
import { inRun } from "./in-run.ts";
import { targetFlags } from "./target-flags.ts";

/** The requirements to judge, and the command that repeats their checks. */
export interface Judged {
  readonly command: string;
  /** The requirements to judge in addition to the campaigns. */
  readonly requirements: readonly Requirement[];
  /** Rules about all answers that judge the exchanges of the other requirements. */
  readonly listening?: readonly WatchRequirement[];
  readonly selection: Selection;
  readonly campaigns?: Campaigns;
  readonly onlooker?: Onlooker;
  /** Receives the finished report. */
  readonly heard?: (report: Report) => void;
  /** The command line that repeats checks by their ids. `flags` are those that name the target. */
  readonly again: (flags: string, checks: readonly string[]) => string;
}

/**
 * The common part of `run` and `fuzz`: opens the target, conducts the run, writes the report, returns the exit code.
 */
export async function judge(judged: Judged, given: Given, terminal: Terminal): Promise<number> {
  const { command, campaigns, again, onlooker } = judged;
  const jobs = given.integer("jobs", 1);
  const patience = given.integer("patience", 1);
  const formats = formatsOf(given);
  const applyKnown = knownFailuresOf(given);
  const compare = comparisonWith(given);
  const progress = progressLine(terminal, patience);
  const flags = targetFlags(given);
  const folder = given.one("out") ?? "reports/latest";
  const quiet = given.has("quiet");
  return inRun(given, terminal, { folder, formats, stop: onlooker?.stop }, async ({ opened, files, signal }) => {
    const advance = progressOf(progress.show, () => sending?.soFar() ?? { requests: 0, failures: 0 });
    const sending = campaigns?.on(opened.target, () => {
      if (!quiet) advance();
    });
    const rules = sending?.heard(judged.requirements) ?? judged.requirements;
    const report = await conduct(opened.target, {
      requirements: [...rules, ...(sending?.requirements ?? [])],
      ...(judged.listening && { listening: sending?.heard(judged.listening) ?? judged.listening }),
      selection: judged.selection,
      ...(jobs === undefined ? {} : { jobs }),
      ...(patience === undefined ? {} : { patience: patience * 1_000 }),
      ...(campaigns && { seed: campaigns.settings.seed, keepExchanges: rules.length === 0 ? KEPT : KEPT_WITH_CHECKS }),
      journal: onlooker === undefined ? files.journal : heardBy(onlooker, files.journal),
      signal,
      connection: opened.connection,
      command: `plumbline ${command}${flags}`,
      replay: (check, along) =>
        check.startsWith(REPLAY)
          ? `plumbline replay${flags} ${shellWord(given.one("corpus") ?? folder)}`
          : `plumbline ${again(flags, [check, ...(along ? [along] : [])])}`,
      runId: runId(),
      toolVersion: VERSION,
      ...(onlooker && { onProgress: onlooker.advance }),
      ...(quiet
        ? {}
        : {
            onWait: progress.say,
            onProgress: advance,
          }),
    });
    progress.clear();
    files.journal.close();
    const write = (found: Report): number => {
      const whole = compare(applyKnown(found));
      judged.heard?.(whole);
      return conclude(whole, files, given, terminal);
    };
    return sending === undefined ? write(report) : sending.finish(report, write);
  });
}

/**
 * Shows the progress of checks, and between two such messages, when called without one, what campaigns added since the
 * last.
 */
function progressOf(show: (now: Progress) => void, soFar: Sending["soFar"]): (now?: Progress) => void {
  let state: Progress | undefined;
  let before = 0;
  return (now) => {
    if (now !== undefined) {
      state = now;
      before = soFar().requests;
      return show(now);
    }
    if (state === undefined) return;
    const { requests, failures } = soFar();
    show({
      ...state,
      failures: state.failures + failures,
      exchanges: state.exchanges + Math.max(0, requests - before),
    });
  };
}

function heardBy(onlooker: Onlooker, journal: Journal): Journal {
  return {
    append: (event) => {
      journal.append(event);
      onlooker.hear(event);
    },
    get failure() {
      return journal.failure;
    },
  };
}

/** Ids of checks that send stored failures again begin so; `plumbline replay` repeats them. */
const REPLAY = "FUZZ-REPLAY";

/** How many exchanges the report of campaigns keeps besides evidence; twice as many stay in memory. */
const KEPT = 2_000;
/** The same for a run that also has checks. It normally sends fewer, so that its report shows all of them. */
const KEPT_WITH_CHECKS = 10_000;

/** The command line with which `run` repeats checks without the fuzzer. */
export const runAgain: Judged["again"] = (flags, checks) => `run${flags} ${onlyOf(checks)}`;

/**
 * Ids of checks as `--only` takes them. The id of a campaign's check loses its operation, because only the whole
 * campaign finds the failure again.
 */
export const onlyOf = (checks: readonly string[]): string => {
  const ids = checks.map((check) => (check.startsWith("FUZZ-") ? check.split("@")[0] : check.split("#")[0]));
  return `--only '${[...new Set(ids)].join(",")}'`;
};
