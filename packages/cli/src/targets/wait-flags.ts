import type { Flags } from "../flags.ts";

/** Only what sends requests and can begin later has it. */
export const WAIT_FLAGS: Flags = {
  "wait-for-target": { value: "S", help: "seconds to wait at most for its first answer" },
};
