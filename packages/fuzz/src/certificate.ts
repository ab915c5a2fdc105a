/** A keyword of the contract together with the place in the value where it is broken. */
export interface BrokenKeyword {
  readonly keyword: string;
  /** JSON pointer (RFC 6901) into a body; the name of a parameter, form field or header. */
  readonly pointer: string;
}

/** The exact fault of a request: the text that is sent has this fault and no other, which the validator has proven. */
export interface Certificate extends BrokenKeyword {
  readonly operation: string;
  readonly location: "body" | "form" | "query" | "path" | "header";
  /** How the keyword is broken, such as "above" or "a word"; unique within keyword and pointer. */
  readonly side: string;
  /** The place of the offending value: below `pointer` when one member makes an object invalid. */
  readonly at: string;
  /** The offending value; `undefined` when something is missing. */
  readonly value: unknown;
  /** The demand of the keyword, as the contract writes it. */
  readonly limit: string;
  readonly level: "MUST" | "SHOULD";
  /** Keywords that this violation necessarily breaks too. */
  readonly also: readonly BrokenKeyword[];
}
