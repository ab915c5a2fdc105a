import { randomBytes } from "node:crypto";

/** The form of a mark, for reading one from a journal. */
export const MARK_FORM: RegExp = /^plumbline-[0-9a-f]{12}$/;

/**
 * Part of the name or text of every removable record that a run creates, and of nothing else. So this process created
 * every record that has it, even if the answer with the record's id was lost.
 */
export const MARK: string = `plumbline-${randomBytes(6).toString("hex")}`;

/** A new name that no record has; it contains the mark. */
export const freshName = (): string => `${MARK}-${randomBytes(4).toString("hex")}`;
