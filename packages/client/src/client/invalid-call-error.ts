/** A call that does not fit the declaration of its operation; nothing was sent. */
export class InvalidCallError extends Error {
  override readonly name = "InvalidCallError";
  readonly operation: string;

  constructor(operation: string, reason: string) {
    super(`${operation}: ${reason}`);
    this.operation = operation;
  }
}
