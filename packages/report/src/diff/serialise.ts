import { jsonText } from "../text/json-text.ts";
import type { ReportDiff } from "./report-diff.ts";

/** The comparison as the text of a `.json` file. */
export function serialiseDiff(diff: ReportDiff): string {
  return jsonText(diff);
}
