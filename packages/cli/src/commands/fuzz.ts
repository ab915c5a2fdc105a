import { allFuzzRequirements } from "../all-fuzz-requirements.ts";
import type { Command } from "../command.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { WAIT_FLAGS } from "../targets/wait-flags.ts";
import { ABOUT_ANSWERS } from "./about-answers.ts";
import { campaigns } from "./campaigns.ts";
import { CORPUS_FLAG, COVERAGE_FLAG, SEED_FLAG } from "./fuzz-flags.ts";
import { fuzzSettings } from "./fuzz-settings.ts";
import { judge, onlyOf } from "./judge.ts";
import { OUTPUT_FLAGS } from "./output-flags.ts";
import { replayRun } from "./replay-run.ts";
import { selectionOf } from "./selection.ts";
import { SELECTION_FLAGS } from "./selection-flags.ts";

const { operation } = SELECTION_FLAGS;

/** `plumbline fuzz`: sends random valid requests and single violations, all determined by a seed. */
export const fuzz: Command = {
  name: "fuzz",
  summary: "send random valid requests and single violations to a target",
  opensTarget: "or-reference",
  flags: {
    ...TARGET_FLAGS,
    ...WAIT_FLAGS,
    ...(operation && { operation }),
    ...(SELECTION_FLAGS["only"] && { only: SELECTION_FLAGS["only"] }),
    seed: SEED_FLAG,
    requests: { value: "N", help: "at most N requests (default 2000); random requests follow all planned ones" },
    time: { value: "S", help: "stop after S seconds" },
    shard: { value: "I/N", help: "send only part I of N of the plan" },
    "stop-when-dry": { help: "stop after 500 requests in a row that showed nothing new" },
    coverage: COVERAGE_FLAG,
    corpus: CORPUS_FLAG,
    replay: { value: "FILE", help: "the same as: plumbline replay FILE" },
    ...OUTPUT_FLAGS,
  },
  examples: [
    "plumbline fuzz --seed 1 --requests 2000",
    "plumbline fuzz --target prism --seed 1",
    "plumbline fuzz --target target.yml --operation listAlerts",
    "plumbline fuzz --target target.yml --time 300 --corpus fuzz-corpus --coverage 60",
  ],
  run: (given, terminal) => {
    const stored = given.one("replay");
    if (stored !== undefined) return replayRun(stored, given, terminal);
    const settings = fuzzSettings(given);
    const all = [...allFuzzRequirements(), ...ABOUT_ANSWERS];
    // Only the campaigns use the operations: none of these rules is about a single operation.
    const { operations: _checked, shard: _ours, ...selection } = selectionOf(given, all);
    if (!given.has("quiet")) terminal.note(`seed ${settings.seed}\n`);
    return judge(
      {
        command: "fuzz",
        requirements: [],
        listening: ABOUT_ANSWERS,
        selection,
        campaigns: campaigns(settings, given, terminal),
        again: (flags, checks) => `fuzz${flags} --seed ${settings.seed} ${onlyOf(withoutOperation(checks))}`,
      },
      given,
      terminal,
    );
  },
};

/** Rules about all answers judge what the campaigns ask of any operation, so a check's operation is dropped. */
const withoutOperation = (checks: readonly string[]): readonly string[] =>
  checks.map((check) => check.split("@")[0] ?? check);
