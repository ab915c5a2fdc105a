/** A call of an operation in a version that the profile does not have, which is a defect of the check. */
export class UnknownRouteError extends Error {
  override readonly name = "UnknownRouteError";
  constructor(operation: string, version: string) {
    super(`${operation} has no route in version ${version} under this profile`);
  }
}
