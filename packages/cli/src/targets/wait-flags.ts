import type { Flags } from "../flags.ts";

/** The flag of commands that send requests and can begin later. */
export const WAIT_FLAGS: Flags = {
  "wait-for-target": { value: "S", help: "wait at most S seconds for the target's first answer" },
};
