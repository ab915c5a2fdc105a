import { requirements } from "@plumbline/conformance";
import type { Command } from "../command.ts";
import { BEFORE_FLAG } from "../output/earlier-run.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";
import { judge, OUTPUT_FLAGS, onlyOf } from "./judge.ts";
import { SELECTION_FLAGS, selectionOf } from "./selection.ts";

export const run: Command = {
  name: "run",
  summary: "judge a target and write the report",
  flags: { ...TARGET_FLAGS, ...SELECTION_FLAGS, ...OUTPUT_FLAGS, before: BEFORE_FLAG },
  examples: [
    "plumbline run",
    "plumbline run --target http://127.0.0.1:8080 --group 32b6e34b3d91647abb20e7b8",
    "plumbline run --target target.yml --allow create,update,delete --area ALC",
    "plumbline run --target reference --fault PG-03",
  ],
  run: async (given, terminal) => {
    if (given.words.length > 0)
      throw new UsageError(
        `plumbline run takes no words besides flags, received "${given.words.join(" ")}": name the target with --target`,
      );
    return judge(
      {
        command: "run",
        requirements,
        selection: selectionOf(given, requirements, terminal.environment),
        again: (flags, checks) => `run${flags} ${onlyOf(checks)}`,
      },
      given,
      terminal,
    );
  },
};
