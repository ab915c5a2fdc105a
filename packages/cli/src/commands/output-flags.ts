import { RESULT_FLAGS } from "../output/result-flags.ts";

/** Flags of what judges a target and writes of it. */
export const OUTPUT_FLAGS = {
  jobs: { value: "N", help: "checks at a time (default 16)" },
  patience: {
    value: "S",
    help: "seconds that one check may wait for the target to get somewhere, and that the target may ask to be left alone (default 120)",
  },
  ...RESULT_FLAGS,
} as const;
