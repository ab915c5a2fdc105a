import { randomBytes } from "node:crypto";

/**
 * In every record that a run makes and that can be removed again, as its name or in its text, and nowhere else: whatever
 * bears it was made by this process, also where the answer that told the record's id was lost.
 */
export const MARK: string = `plumbline-${randomBytes(6).toString("hex")}`;
