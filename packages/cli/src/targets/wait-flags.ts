import type { Flags } from "../flags.ts";

/** Only what sends requests and can begin later has it. */
export const WAIT_FLAGS: Flags = {
  "wait-for-target": { value: "SECONDS", help: "wait so long, at most, until the target answers for the first time" },
};
