/** The selection leaves no check: a run that examined nothing must not look like one that found nothing. */
export class NothingSelectedError extends Error {
  override readonly name = "NothingSelectedError";
  constructor() {
    super("nothing is selected: no requirement matches all of --only, --area, --level, --basis and --operation");
  }
}
