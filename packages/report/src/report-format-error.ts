/** A text is not a report that this version can read; `path` is where it departs from the format, such as `verdicts[3].outcome`. */
export class ReportFormatError extends Error {
  override readonly name = "ReportFormatError";
  readonly path: string;

  constructor(path: string, expected: string, received: string) {
    super(
      `Not a readable report: ${path === "" ? "the document" : path} should be ${expected}, but is ${received}. ` +
        "Use the version of Plumbline that wrote it, or run again.",
    );
    this.path = path;
  }
}
