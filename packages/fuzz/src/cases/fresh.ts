import { freshName, MARK } from "@plumbline/conformance";

/** Stands in planned bodies for a name that is used once, so that a plan is the same in every run; as long as the name is. */
export const FRESH: string = `plumbline-${"0".repeat(freshName().length - "plumbline-".length)}`;
/** Stands for the mark of the run, in the same way. */
const UNMARKED: string = `plumbline-${"0".repeat(MARK.length - "plumbline-".length)}`;

/** A planned text: without the mark, which no two runs share. */
export const planned = (text: string): string => text.replaceAll(MARK, UNMARKED);

/** Whether a planned text is one by which a record can be known for the run's own. */
export const holdsMark = (text: string): boolean => text.includes(UNMARKED);

/** The text with a name that nothing has yet in place of the planned one, of the same length, and with the mark. */
export function fresh<T extends string | undefined>(text: T): T {
  if (text === undefined || !text.includes(UNMARKED)) return text;
  return text.replaceAll(FRESH, freshName).replaceAll(UNMARKED, MARK) as T;
}

/** A planned text with the mark alone in place of the name, which is the shortest name that is known for the run's own. */
export const shortened = (text: string): string => text.replaceAll(FRESH, MARK);
