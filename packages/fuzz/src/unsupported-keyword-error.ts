/**
 * Thrown for a schema with an unsupported keyword or value of a keyword. It is found while building an arbitrary, never
 * while drawing.
 */
export class UnsupportedKeywordError extends Error {
  override readonly name = "UnsupportedKeywordError";
  readonly keyword: string;
  /** JSON pointer (RFC 6901) into the schema. */
  readonly pointer: string;
  constructor(keyword: string, pointer: string, next: string) {
    super(`no values can be drawn for "${keyword}" at "${pointer}" of the schema: ${next}`);
    this.keyword = keyword;
    this.pointer = pointer;
  }
}
