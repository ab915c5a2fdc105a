/** Thrown when a campaign has used up its requests. */
export class SpentError extends Error {
  override readonly name = "SpentError";
  constructor() {
    super("the number of requests is used up");
  }
}
