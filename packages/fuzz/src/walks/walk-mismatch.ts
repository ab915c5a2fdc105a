/** Thrown when an answer contradicts the known state of a record; the message describes how. */
export class WalkMismatch extends Error {
  override readonly name = "WalkMismatch";
  /** The id of the broken rule; `undefined` if the walk itself found the contradiction. */
  readonly rule: string | undefined;
  readonly expected: string;
  readonly received: string;
  readonly evidence: readonly string[];

  constructor(told: { rule?: string; expected: string; received: string; evidence: readonly string[] }) {
    super(`expected ${told.expected}, received ${told.received}`);
    this.rule = told.rule;
    this.expected = told.expected;
    this.received = told.received;
    this.evidence = told.evidence;
  }
}
