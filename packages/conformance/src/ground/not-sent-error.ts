/** Thrown when a request was not sent, because the target stopped answering or the run was interrupted. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}
