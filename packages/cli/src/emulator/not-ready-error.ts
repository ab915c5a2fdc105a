/** A server in a process of its own that did not get ready, or is not there any more; `output` holds its last lines. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
  readonly output: string;

  constructor(what: string, output: string) {
    super(`${what}${output === "" ? "; it printed nothing" : `; its last lines were:\n${output}`}`);
    this.output = output;
  }
}
