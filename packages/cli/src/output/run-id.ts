import { runStamp } from "./run-stamp.ts";

/** An id that sorts by time and differs between runs that start in the same second. */
export function runId(): string {
  const tail = Math.floor(Math.random() * 36 ** 4).toString(36);
  return `${runStamp()}-${tail.padStart(4, "0")}`;
}
