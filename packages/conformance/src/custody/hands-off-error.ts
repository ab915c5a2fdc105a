/**
 * A request that the run did not send because it could change something that the run must leave alone; the message says
 * what and why.
 */
export class HandsOffError extends Error {
  override readonly name = "HandsOffError";
}
