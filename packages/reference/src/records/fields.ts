/** A JSON object with some members that this code uses. */
export type Fields = Readonly<Record<string, unknown>>;
