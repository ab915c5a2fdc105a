import { isOperationId } from "@plumbline/schemas";
import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";
import { FAILURE_FORMAT, type Failure } from "./failure.ts";

/** The text is no stored failure of this version. */
export class FailureFormatError extends Error {
  override readonly name = "FailureFormatError";
  constructor(what: string) {
    super(`expected a failure that "plumbline fuzz" has stored (${FAILURE_FORMAT}): ${what}`);
  }
}

/**
 * Reads a stored failure: of one request, or of a scenario.
 * @throws FailureFormatError when it is none, or of another version.
 */
export function readFailure(text: string): Failure | Scenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FailureFormatError("received text that is not JSON");
  }
  const at = (name: string): unknown => Object(value)[name];
  if (at("format") === SCENARIO_FORMAT) {
    const steps = at("steps");
    const isWhole = typeof at("fingerprint") === "string" && Array.isArray(steps) && steps.length > 0;
    if (!isWhole) throw new FailureFormatError("received a scenario without fingerprint or steps");
    return value as Scenario;
  }
  if (at("format") !== FAILURE_FORMAT) throw new FailureFormatError(`received format ${String(at("format"))}`);
  const operation: unknown = Object(at("shot")).operation;
  if (typeof operation !== "string" || !isOperationId(operation))
    throw new FailureFormatError(`received the operation ${String(operation)}, which the catalogue does not have`);
  if (typeof at("fingerprint") !== "string") throw new FailureFormatError("received no fingerprint");
  return value as Failure;
}
