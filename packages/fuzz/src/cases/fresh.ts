import { freshName, MARK } from "@plumbline/conformance";

/** Placeholder of the same length for a unique name in planned bodies, so that a plan is the same in every run. */
export const FRESH: string = `plumbline-${"0".repeat(freshName().length - "plumbline-".length)}`;
/** Placeholder of the same length for the mark of the run. */
const UNMARKED: string = `plumbline-${"0".repeat(MARK.length - "plumbline-".length)}`;

/** A planned text, with a placeholder for the mark, which differs between runs. */
export const planned = (text: string): string => text.replaceAll(MARK, UNMARKED);

/** Whether a planned text contains the mark by which the run recognises its own records. */
export const holdsMark = (text: string): boolean => text.includes(UNMARKED);

/** Replaces the placeholders of a text with a new unique name of the same length and with the mark. */
export function fresh<T extends string | undefined>(text: T): T {
  if (text === undefined || !text.includes(UNMARKED)) return text;
  return text.replaceAll(FRESH, freshName).replaceAll(UNMARKED, MARK) as T;
}

/** A planned text with the mark alone as the name: the shortest name that the run recognises as its own. */
export const shortened = (text: string): string => text.replaceAll(FRESH, MARK);
