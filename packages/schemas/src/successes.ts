/** The statuses of success as OpenAPI writes them: which one a request is answered with is given for the token endpoint alone. */
export const SUCCESSES = "2XX";

/** Whether a status says that the request was carried out. */
export const isSuccess = (status: number): boolean => Math.floor(status / 100) === Number.parseInt(SUCCESSES, 10);
