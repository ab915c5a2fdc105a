import { preview } from "@plumbline/schemas/validate";
import type { Read } from "./read.ts";
import { refuse } from "./refuse.ts";

/** Limit for texts for people, such as expected and received values. */
export const LONGEST_WORDS = 10_000;

/** Reads a text of at most so many UTF-16 units, and of a form if one is given. */
export const text =
  (longest: number, form?: { readonly pattern: RegExp; readonly what: string }): Read<string> =>
  (value, place) => {
    if (typeof value !== "string") return refuse(place, form?.what ?? "a text", preview(value, 80));
    if (value.length > longest)
      return refuse(place, `a text of at most ${longest} characters`, `a text of ${value.length}`);
    if (form !== undefined && !form.pattern.test(value)) return refuse(place, form.what, preview(value, 80));
    return value;
  };

/** Reads a text on one line without control characters. */
export const line = (longest: number): Read<string> =>
  text(longest, { pattern: /^\P{Cc}*$/u, what: "one line of text without control characters" });
