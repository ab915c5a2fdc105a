import { RESULT_FLAGS } from "../output/result-flags.ts";

/** Flags of commands that judge a target and write a report. */
export const OUTPUT_FLAGS = {
  jobs: { value: "N", help: "checks that run at the same time (default 16)" },
  patience: {
    value: "S",
    help: "seconds that one check waits for an operation to finish, and that the run waits on Retry-After (default 120)",
  },
  ...RESULT_FLAGS,
} as const;
