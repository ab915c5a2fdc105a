/**
 * The text in a JSON value, or an empty string. A general conversion could throw, because an object may have a
 * `toString` that is no function.
 */
export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
