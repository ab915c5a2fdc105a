/** Thrown when the target lacks an operation that a check needs besides its subject, so the check cannot run. */
export class NotOfferedError extends Error {
  override readonly name = "NotOfferedError";
}

/** @throws NotOfferedError naming the operation that is missing. */
export function needsOffered(operation: string, what: string): never {
  throw new NotOfferedError(`${what}, because the target does not offer ${operation}`);
}
