import { printable } from "../reading/printable.ts";

/** A value as a literal in code: one line without confusable characters. */
export const literal = (value: unknown): string => printable(JSON.stringify(value));
