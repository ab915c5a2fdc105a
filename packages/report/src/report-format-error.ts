/**
 * Thrown for a text that is not a report of this version; `path` is the first place that violates the format, such as
 * `verdicts[3].outcome`.
 */
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
