/** The success statuses in OpenAPI notation: the description gives the exact one for the token endpoint only. */
export const SUCCESSES = "2XX";

/** Whether a status means that the server carried out the request. */
export const isSuccess = (status: number): boolean => Math.floor(status / 100) === Number.parseInt(SUCCESSES, 10);
