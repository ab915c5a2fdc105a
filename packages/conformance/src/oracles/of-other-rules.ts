import { recordId } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";

/** The forms of ids and of dates and times have rules of their own. */
export const ofOtherRules = ({ keyword, expected }: Violation): boolean =>
  (keyword === "pattern" && expected.includes(recordId.pattern ?? "")) ||
  (["minLength", "maxLength"].includes(keyword) && /\b24\b/.test(expected)) ||
  (keyword === "format" && expected.includes("date-time"));
