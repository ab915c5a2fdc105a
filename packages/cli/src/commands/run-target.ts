import { type Requirement, requirements, type Selection, selectsRequirement } from "@plumbline/conformance";
import { allFuzzRequirements } from "../all-fuzz-requirements.ts";
import type { Given } from "../flags.ts";
import { readVerdicts } from "../output/read-report.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { failedChecks } from "../watch/standing.ts";
import { type Round, watchTarget } from "../watch/watch.ts";
import { campaigns } from "./campaigns.ts";
import { WITH_FUZZ } from "./fuzz-flags.ts";
import { settingsWithin } from "./fuzz-settings.ts";
import { judge, onlyOf, runAgain } from "./judge.ts";
import { selectionOf } from "./selection.ts";

/** Pairs of flags that contradict each other. */
const APART = [
  ["watch", "fuzz"],
  ["watch", "shard"],
  ["watch", "failed"],
  ["failed", "only"],
  ["failed", "fuzz"],
  ["failed", "shard"],
] as const;

/** Judges a target with the flags of `run`. */
export async function runTarget(given: Given, terminal: Terminal): Promise<number> {
  const requests = given.integer("fuzz", 1);
  for (const [flag, other] of APART)
    if (given.has(flag) && given.has(other))
      throw new UsageError(`--${flag} and --${other} exclude each other: leave one of them out`);
  if (given.has("watch-path") && !given.has("watch")) throw new UsageError("--watch-path needs --watch");
  return requests === undefined ? plainly(given, terminal) : withFuzzer(requests, given, terminal);
}

async function plainly(given: Given, terminal: Terminal): Promise<number> {
  for (const flag of Object.keys(WITH_FUZZ))
    if (given.has(flag))
      throw new UsageError(`--${flag} needs --fuzz N: it applies to the fuzzer's requests, and this run sends none`);
  for (const flag of ["only", "skip", "area"])
    for (const word of given.all(flag) ?? [])
      if (/^FUZZ(-|$)/.test(word))
        throw new UsageError(`--${flag} ${word} needs --fuzz N: without it the run sends no fuzzer requests`);
  const selection = selectionOf(given, requirements, terminal.environment);
  const judged = { command: "run", requirements, selection, again: runAgain };
  if (given.has("watch")) {
    const round: Round = (flags, heard, checks) =>
      judge({ ...judged, ...(checks && { selection: { ...selection, only: checks } }), heard }, flags, terminal);
    return watchTarget(round, given, terminal);
  }
  if (!given.has("failed")) return judge(judged, given, terminal);
  const folder = given.one("out") ?? "reports/latest";
  const only = failedChecks(readVerdicts(folder));
  if (only.length === 0) {
    terminal.note(`no check failed in the report in ${folder}\n`);
    return 0;
  }
  return judge({ ...judged, selection: { ...selection, only } }, given, terminal);
}

async function withFuzzer(requests: number, given: Given, terminal: Terminal): Promise<number> {
  if (given.has("shard"))
    throw new UsageError(
      "--fuzz and --shard exclude each other: give --shard to a run without --fuzz, and send the fuzzer's part with plumbline fuzz --shard",
    );
  const ofFuzzer = allFuzzRequirements();
  const selection = selectionOf(given, [...requirements, ...ofFuzzer], terminal.environment);
  if (!ofFuzzer.some((one) => isSelected(selection, one)))
    throw new UsageError(
      `--fuzz ${requests} would send nothing, because the selection has no requirement of the fuzzer: add "FUZZ-*" to --only, FUZZ to --area, or leave --fuzz out`,
    );
  const settings = settingsWithin(selection, requests, given);
  const fuzzer = ` --fuzz ${requests} --seed ${settings.seed}`;
  if (!given.has("quiet")) terminal.note(`seed ${settings.seed}\n`);
  return judge(
    {
      command: `run${fuzzer}`,
      requirements,
      selection,
      campaigns: campaigns(settings, given, terminal),
      again: (flags, checks) =>
        `run${flags}${checks.some((check) => check.startsWith("FUZZ-")) ? fuzzer : ""} ${onlyOf(checks)}`,
    },
    given,
    terminal,
  );
}

/** A campaign without a risk is about operations of several risks, so the run selects its checks one by one. */
function isSelected(selection: Selection, one: Requirement): boolean {
  const risk = one.kind === "campaign" ? one.risk : undefined;
  return selectsRequirement(selection, one) && (risk === undefined || (selection.risks?.includes(risk) ?? true));
}
