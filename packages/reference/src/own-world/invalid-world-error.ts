/** A problem in a user's world file: its place as a JSON pointer, and its description. */
export interface WorldProblem {
  readonly pointer: string;
  readonly text: string;
}

/** A world that cannot be created; nothing was started. */
export class InvalidWorldError extends Error {
  override readonly name = "InvalidWorldError";
  readonly problems: readonly WorldProblem[];

  constructor(problems: readonly WorldProblem[]) {
    super(problems.map(({ pointer, text }) => `the world is not valid at "${pointer}": ${text}`).join("\n"));
    this.problems = problems;
  }
}
