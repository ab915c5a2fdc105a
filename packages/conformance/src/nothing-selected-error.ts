/** Thrown when the selection leaves no check, because a run that tested nothing must not look like a passed one. */
export class NothingSelectedError extends Error {
  override readonly name = "NothingSelectedError";
  constructor() {
    super(
      "nothing is selected: no requirement matches all of --only, --area, --level, --basis and --operation and none of --skip",
    );
  }
}
