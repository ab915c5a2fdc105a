/** The address for notifications is none that anything can be posted to. */
export class InvalidSinkError extends Error {
  override readonly name = "InvalidSinkError";
  readonly given: string;

  constructor(given: string) {
    // A password in it must not reach a log.
    const received = given.includes("@") ? "an address with a user (hidden)" : `"${given}"`;
    super(`notifications go to an http or https address such as http://127.0.0.1:9000/hook, received ${received}`);
    this.given = given;
  }
}
