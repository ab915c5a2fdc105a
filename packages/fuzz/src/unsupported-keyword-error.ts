/** A schema uses a keyword, or a value of one, that no arbitrary is written for: found while building, never while drawing. */
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
