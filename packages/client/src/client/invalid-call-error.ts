import { ClientError } from "../client-error.ts";

/** A call that does not fit the declaration of its operation, so the client sent nothing. */
export class InvalidCallError extends ClientError {
  override readonly name = "InvalidCallError";
  readonly operation: string;

  constructor(operation: string, reason: string) {
    super(`${operation}: ${reason}`);
    this.operation = operation;
  }
}
