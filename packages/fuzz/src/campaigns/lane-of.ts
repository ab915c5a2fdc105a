import { writeOf } from "@plumbline/conformance";
import type { Family } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";

/**
 * The key of test cases that must not overlap: successful writes may legitimately conflict, and some records exist only
 * once.
 */
export function laneOf(
  family: Family | undefined,
  { aim, operation }: Pick<TestCase, "aim" | "operation">,
): string | undefined {
  const lane = writeOf(operation)?.lane;
  if (lane !== undefined && family !== "lasting") return lane;
  switch (family) {
    case undefined:
    case "reads":
    case "removals":
      return undefined;
    case "tokens":
      return family;
    case "alerts":
    case "settings":
    case "configurations":
    case "lasting":
      return isRefused(aim) ? undefined : family;
    case "records":
      // Records of the same kind may conflict, records of different kinds do not.
      return isRefused(aim) ? undefined : `${family} ${writeOf(operation)?.on?.create ?? operation}`;
    default:
      return family satisfies never;
  }
}

/** Whether a correct server changes nothing for a request. */
export const isRefused = (aim: TestCase["aim"]): boolean => aim === "refused" || aim === "kept out";
