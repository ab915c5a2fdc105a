/** The user gave something that cannot be used. The message is shown without a stack trace, with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
