import { randomBytes } from "node:crypto";

/** What a mark looks like, as a journal may state one. */
export const MARK_FORM: RegExp = /^plumbline-[0-9a-f]{12}$/;

/**
 * In every record that a run makes and that can be removed again, as its name or in its text, and nowhere else: whatever
 * bears it was made by this process, also where the answer that told the record's id was lost.
 */
export const MARK: string = `plumbline-${randomBytes(6).toString("hex")}`;

/** A name that nothing has: bears the mark, and is used once. */
export const freshName = (): string => `${MARK}-${randomBytes(4).toString("hex")}`;
