import type { Keywords } from "./keywords.ts";

/** Whether a text has the length and the pattern of a schema. The format is not checked. */
export const keepsText = ({ minLength = 0, maxLength, pattern }: Keywords, value: string): boolean => {
  const { length } = [...value];
  const isLong = length >= minLength && length <= (maxLength ?? length);
  return isLong && (pattern === undefined || new RegExp(pattern, "u").test(value));
};
