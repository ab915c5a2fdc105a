import { writeOf } from "@plumbline/conformance";
import type { Family } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";

/** What must not meet itself: writes that succeed may rightly conflict, and of some things there is only one. */
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
      // Records of one kind may conflict, and those of two do not know of each other.
      return isRefused(aim) ? undefined : `${family} ${writeOf(operation)?.on?.create ?? operation}`;
    default:
      return family satisfies never;
  }
}

/** Whether a right server changes nothing for a request. */
export const isRefused = (aim: TestCase["aim"]): boolean => aim === "refused" || aim === "kept out";
