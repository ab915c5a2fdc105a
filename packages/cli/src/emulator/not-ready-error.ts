/** A server process did not become ready, or has stopped. `output` contains the last lines that it printed. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
  readonly output: string;

  constructor(what: string, output: string) {
    super(`${what}${output === "" ? "; the server printed nothing" : `; its last lines are:\n${output}`}`);
    this.output = output;
  }
}
