/** A text that stands in a JSON value, which is empty where none does. An object may have a `toString` that is none. */
export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
