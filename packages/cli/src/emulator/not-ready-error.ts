/** A server in a process of its own that did not get ready, or is not there any more; `output` holds its last lines. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
  readonly output: string;

  constructor(what: string, output: string) {
    super(`${what}${output === "" ? "; the server printed nothing" : `; its last lines are:\n${output}`}`);
    this.output = output;
  }
}
