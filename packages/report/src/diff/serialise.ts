import type { ReportDiff } from "../report-diff.ts";
import { escapedJson } from "../text/escaped-json.ts";
import { jsonText } from "../text/json-text.ts";

/** The comparison as the text of a `.json` file. The program also prints it, so hidden characters are escaped. */
export function serialiseDiff(diff: ReportDiff): string {
  return escapedJson(jsonText(diff));
}
