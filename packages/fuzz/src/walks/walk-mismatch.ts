/** An answer that contradicts what is known of a record, in words. */
export class WalkMismatch extends Error {
  override readonly name = "WalkMismatch";
  /** The rule that says so; none where a walk itself does. */
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
