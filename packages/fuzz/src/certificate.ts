/** A keyword of the contract together with the place in the value where it is broken. */
export interface BrokenKeyword {
  readonly keyword: string;
  /** JSON pointer (RFC 6901) into a body; the name of a parameter, form field or header. */
  readonly pointer: string;
}

/** What exactly is wrong with a request, and nothing else is: proven on the text that is sent. */
export interface Certificate extends BrokenKeyword {
  readonly operation: string;
  readonly location: "body" | "form" | "query" | "path" | "header";
  /** Which way the keyword is broken, such as "above" or "a word"; unique within keyword and pointer. */
  readonly side: string;
  /** Where the offending value stands: below `pointer` when an object is wrong because of one member. */
  readonly at: string;
  /** The offending value; `undefined` when the fault is an absence. */
  readonly value: unknown;
  /** What the keyword demands, as the contract writes it. */
  readonly limit: string;
  readonly level: "MUST" | "SHOULD";
  /** Keywords that cannot be kept while the named one is broken this way. */
  readonly also: readonly BrokenKeyword[];
}
