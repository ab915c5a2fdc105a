import { ClientError } from "./client-error.ts";

/** A request that the client cannot send as written: a mistake of the caller, never of the target. */
export class InvalidRequestError extends ClientError {
  override readonly name = "InvalidRequestError";
  readonly url: string;

  constructor(url: string, reason: string) {
    super(`the request to ${url} cannot be sent: ${reason}`);
    this.url = url;
  }
}
