import type { Command } from "../command.ts";
import { RESULT_FLAGS } from "../output/result-flags.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";
import { replayRun } from "./replay-run.ts";

/** `plumbline replay`: sends stored failures again. */
export const replay: Command = {
  name: "replay",
  summary: "send stored failures again and say FIXED (exit 0), FAILED (1) or ERROR (3)",
  opensTarget: "or-reference",
  words: "FILE",
  flags: {
    ...TARGET_FLAGS,
    out: { value: RESULT_FLAGS.out.value, help: "folder of report.json and the journal (default reports/replay)" },
  },
  examples: [
    "plumbline replay reports/latest/failures/listAlerts-0123456789abcdef.json",
    "plumbline replay corpus --target target.yml --allow create,update,delete",
  ],
  run: (given, terminal) => {
    const [path, ...others] = given.words;
    if (path === undefined || others.length > 0)
      throw new UsageError(
        `plumbline replay takes one file of a failure or a folder of them, received ${path === undefined ? "none" : `"${given.words.join(" ")}"`}: fuzz stores them in reports/latest/failures`,
      );
    return replayRun(path, given, terminal);
  },
};
