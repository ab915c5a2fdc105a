/** A JSON object of which only some members have a meaning here. */
export type Fields = Readonly<Record<string, unknown>>;
