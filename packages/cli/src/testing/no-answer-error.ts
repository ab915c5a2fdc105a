/**
 * The argument of `toConformTo` is no answer, or its body can no longer be read; this says nothing about the target.
 */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";

  constructor(received: string) {
    super(
      `toConformTo takes an answer with its body: { status, body }, an unread fetch Response (with await), or the response of axios, supertest or an injected request; received ${received}`,
    );
  }
}
