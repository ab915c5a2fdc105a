import { printable } from "../reading/printable.ts";

/** A value as it stands in code: one line, in letters that look like what they are. */
export const literal = (value: unknown): string => printable(JSON.stringify(value));
