import type { Command } from "../command.ts";
import { BEFORE_FLAG } from "../output/earlier-run.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { WAIT_FLAGS } from "../targets/wait-flags.ts";
import { WITH_FUZZ } from "./fuzz-flags.ts";
import { OUTPUT_FLAGS } from "./output-flags.ts";
import { SELECTION_FLAGS } from "./selection-flags.ts";

/** `plumbline run`: judges a target, and writes the report. */
export const run: Command = {
  name: "run",
  summary: "test a target and write the report",
  opensTarget: "or-reference",
  flags: {
    ...TARGET_FLAGS,
    ...WAIT_FLAGS,
    ...SELECTION_FLAGS,
    fuzz: { value: "N", help: "also send N fuzzer requests; one report covers both" },
    ...WITH_FUZZ,
    ...OUTPUT_FLAGS,
    before: BEFORE_FLAG,
    failed: { help: "only checks that failed in the report in --out" },
    watch: { help: "keep going: repeat failed checks on Enter, or when the target comes back" },
    "watch-path": { value: "PATH", many: true, help: "with --watch: also repeat when a file in PATH changes" },
  },
  examples: [
    "plumbline run --target reference",
    "plumbline run --target http://127.0.0.1:8080 --group 32b6e34b3d91647abb20e7b8",
    "plumbline run --target target.yml --allow create,update,delete --area ALC",
    "plumbline run --target target.yml --fuzz 2000 --seed 1 --corpus fuzz-corpus",
    "plumbline run --target reference --fault PG-03",
    "plumbline run --target target.yml --watch --watch-path src",
    "plumbline run --target target.yml --failed",
  ],
  // Loaded here, so that help does not wait for modules that only a run needs.
  run: async (given, terminal) => (await import("./run-target.ts")).runTarget(given, terminal),
};
