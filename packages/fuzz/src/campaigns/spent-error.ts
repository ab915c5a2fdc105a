/** A campaign has used up the requests that it may send. */
export class SpentError extends Error {
  override readonly name = "SpentError";
  constructor() {
    super("the number of requests is used up");
  }
}
