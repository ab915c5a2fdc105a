import { oneLine } from "../text/visible.ts";

/** A code span whose fence is longer than any run of backticks inside; a bar would end a table cell even there. */
export function codeSpan(text: string, limit = 160): string {
  const line = oneLine(text, limit).replaceAll("|", "¦");
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/gu), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  return line === "" ? "(empty)" : `${fence}${room}${line}${room}${fence}`;
}

/** A table from cells that are Markdown already; the second row is the rule below the heads. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}
