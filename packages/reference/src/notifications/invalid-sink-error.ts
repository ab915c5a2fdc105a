/** Nothing can be posted to the address for notifications. */
export class InvalidSinkError extends Error {
  override readonly name = "InvalidSinkError";
  readonly given: string;

  constructor(given: string) {
    // A password in the address must not reach a log.
    const received = given.includes("@") ? "an address with a user (hidden)" : `"${given}"`;
    super(`notifications go to an http or https address such as http://127.0.0.1:9000/hook, received ${received}`);
    this.given = given;
  }
}
