import type { Flags } from "../flags.ts";

/** Only what sends requests and can begin later has it. */
export const WAIT_FLAGS: Flags = {
  "wait-for-target": { value: "S", help: "wait at most S seconds for the target's first answer" },
};
