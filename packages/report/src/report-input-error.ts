/** What was handed to `buildReport` contradicts itself: a mistake of the caller, never of the target. */
export class ReportInputError extends Error {
  override readonly name = "ReportInputError";
}
