/** Something that is wrong with a world of a person's own: where it stands, as a JSON pointer, and what has to be said of it. */
export interface WorldProblem {
  readonly pointer: string;
  readonly text: string;
}

/** A world that cannot be founded; nothing was started. */
export class InvalidWorldError extends Error {
  override readonly name = "InvalidWorldError";
  readonly problems: readonly WorldProblem[];

  constructor(problems: readonly WorldProblem[]) {
    super(problems.map(({ pointer, text }) => `the world is not valid at "${pointer}": ${text}`).join("\n"));
    this.problems = problems;
  }
}
