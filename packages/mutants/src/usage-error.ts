/** Thrown for an invalid argument: the program prints the message and exits with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
