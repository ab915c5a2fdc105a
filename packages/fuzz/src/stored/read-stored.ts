import { preview } from "@plumbline/schemas/validate";
import { FAILURE_FORMAT, type Failure } from "../failures/failure.ts";
import { REACHED_FORMAT, type Reached } from "../memory/reached.ts";
import { readDocument } from "../reading/document.ts";
import { objectAt } from "../reading/object-at.ts";
import { inside } from "../reading/place.ts";
import { refuse } from "../reading/refuse.ts";
import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";
import { readFailure } from "./read-failure.ts";
import { readReached } from "./read-reached.ts";
import { readScenario } from "./read-scenario.ts";

/**
 * Reads a file of the fuzzer: a failure of one request, a scenario, or the names of requests to start with. Anyone who
 * can add a file to the folder controls its content, so the reader accepts only what the fuzzer can write. Whether its
 * request is one of the fuzzer's is decided by `objectionTo`, `remade` and `recall`, which know the target.
 *
 * @throws FailureFormatError for any other file, or another version of the format.
 */
export function readStored(bytes: Uint8Array, file: string): Failure | Scenario | Reached {
  const value = readDocument(bytes, file);
  const whole = { file, pointer: "" };
  const format = objectAt(value, whole, "an object").find(([name]) => name === "format")?.[1];
  switch (format) {
    case FAILURE_FORMAT:
      return readFailure(value, whole);
    case SCENARIO_FORMAT:
      return readScenario(value, whole);
    case REACHED_FORMAT:
      return readReached(value, whole);
    default:
      return refuse(
        inside(whole, "format"),
        `"${FAILURE_FORMAT}", "${SCENARIO_FORMAT}" or "${REACHED_FORMAT}"`,
        format === undefined ? "nothing: the member is absent" : preview(format, 60),
      );
  }
}
