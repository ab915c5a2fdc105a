/** Thrown for a pattern with an unsupported construct, such as a lookaround or a back reference. */
export class UnsupportedPatternError extends Error {
  override readonly name = "UnsupportedPatternError";
  readonly pattern: string;
  constructor(pattern: string, at: number, what: string) {
    super(`the pattern ${pattern} has ${what} at character ${at}: write it with classes, groups and quantifiers only`);
    this.pattern = pattern;
  }
}
