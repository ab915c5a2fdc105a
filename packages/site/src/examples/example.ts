/** An exchange for a page: without secrets, ports and irrelevant parts, with bodies cut to the relevant part. */
export interface ShownExchange {
  readonly request: string;
  /** The status line, some headers and the body; or the error if there was no answer. */
  readonly answer: string;
}

/** The result of a rule's check on a reference with a fault. */
export interface FailingAnswer {
  readonly fault: string;
  readonly check: string;
  readonly expected: string;
  readonly received: string;
  /** The deciding part of the answer: `status`, `header NAME` or a JSON pointer. */
  readonly where?: string;
  readonly deciding?: ShownExchange;
  /** The exchange with which the deciding one was compared. */
  readonly twin?: ShownExchange;
}

/** The examples on a rule's page. */
export interface Example {
  /** The requests of one of its checks on a correct server, with their statuses. */
  readonly sent?: readonly string[];
  readonly failing?: FailingAnswer;
}

/** Examples by requirement. */
export type Examples = Readonly<Record<string, Example>>;
