/** An exchange as a page shows it: without secrets, ports and what says nothing, its bodies cut to what matters. */
export interface ShownExchange {
  readonly request: string;
  /** The status line, some headers and the body; or what came of it instead. */
  readonly answer: string;
}

/** What a rule's check came to on a reference with a fault. */
export interface FailingAnswer {
  readonly fault: string;
  readonly check: string;
  readonly expected: string;
  readonly received: string;
  /** The part of the answer that decided: `status`, `header NAME` or a JSON pointer. */
  readonly where?: string;
  readonly deciding?: ShownExchange;
  /** What the deciding exchange was compared with. */
  readonly twin?: ShownExchange;
}

/** What is shown of a rule besides its record. */
export interface Example {
  /** The requests of one of its checks on a server that keeps it, with their statuses. */
  readonly sent?: readonly string[];
  readonly failing?: FailingAnswer;
}

/** By requirement. */
export type Examples = Readonly<Record<string, Example>>;
