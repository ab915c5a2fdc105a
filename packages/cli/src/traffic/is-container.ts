/** Whether a JSON value is an object or a list. */
export const isContainer = (json: unknown): json is object => typeof json === "object" && json !== null;
