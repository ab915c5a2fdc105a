/** Something that a check needs beside its subject does not exist on this target, so the rule cannot be seen there. */
export class NotOfferedError extends Error {
  override readonly name = "NotOfferedError";
}

/** @throws NotOfferedError naming the operation that is missing. */
export function needsOffered(operation: string, what: string): never {
  throw new NotOfferedError(`${what}, because the target does not offer ${operation}`);
}
