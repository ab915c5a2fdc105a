/** Thrown when the input of `buildReport` contradicts itself, which is a mistake of the caller, never of the target. */
export class ReportInputError extends Error {
  override readonly name = "ReportInputError";
}
