import { recordId } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";

/** Whether a violation concerns the form of an id, a date or a time, which other requirements judge. */
export const ofOtherRules = ({ keyword, expected }: Violation): boolean =>
  (keyword === "pattern" && expected.includes(recordId.pattern ?? "")) ||
  (["minLength", "maxLength"].includes(keyword) && /\b24\b/.test(expected)) ||
  (keyword === "format" && expected.includes("date-time"));
