import { SPEED } from "@plumbline/schemas";

/** A speed out of range: operations would never end, or would end before any client could see them. */
export class InvalidSpeedError extends Error {
  override readonly name = "InvalidSpeedError";
  readonly given: number;

  constructor(given: number) {
    super(
      `the speed of a reference is a number from ${SPEED.minimum} to ${SPEED.maximum}, such as 60, received ${given}`,
    );
    this.given = given;
  }
}
