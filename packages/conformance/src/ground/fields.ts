import type { Fields } from "./json.ts";
/** Path parameters by name, decoded. */
export type Path = Readonly<Record<string, string>>;

/** A body without the members whose value is `undefined`. */
export const without = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
