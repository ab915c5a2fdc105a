import { mayBeSecret } from "./secret-shape.ts";

/** Describes the value at a place of a target file; a text that may be a secret is not repeated. */
export function received(value: unknown, pointer: string): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return Object.keys(value).length === 0 ? "no names" : "names with values";
  if (typeof value !== "string") return String(value);
  return isShown(value, pointer) ? JSON.stringify(value) : "a text (hidden, because it may be a secret)";
}

/** Whether a message may show a text; it shows none of the credentials. */
export const isShown = (text: string, pointer: string): boolean =>
  !pointer.startsWith("/credentials") && !mayBeSecret(text);
