import { oneLine } from "../../text/visible.ts";

/**
 * A text for a SARIF message, where `[a](b)` is a link and `{0}` a placeholder (SARIF 2.1.0, 3.11.5 and 3.11.6). Both
 * are broken up, because targets supply parts of the text, and viewers interpret escapes differently.
 */
export function messageText(text: string, limit = 1_000): string {
  return oneLine(text, limit)
    .replaceAll("](", "] (")
    .replace(/\{(?=\d+\})/gu, "{ ");
}
