/** Something the user gave cannot be used: shown as it is, with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
