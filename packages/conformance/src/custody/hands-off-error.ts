/** A request that was not sent, because it could change what the run must leave alone; the message says what and why. */
export class HandsOffError extends Error {
  override readonly name = "HandsOffError";
}
