import { oneLine } from "../text/visible.ts";

/**
 * A code span whose fence is longer than any run of backticks inside. Vertical bars are replaced, because they end a
 * table cell even there.
 */
export function codeSpan(text: string, limit = 160): string {
  const line = oneLine(text, limit).replaceAll("|", "¦");
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/gu), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  return line === "" ? "(empty)" : `${fence}${room}${line}${room}${fence}`;
}

/** A table of cells that are already Markdown. The second row is the rule below the heads. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** A code block whose fence is longer than any run of backticks inside, so that nothing in it is interpreted. */
export function codeBlock(lines: readonly string[]): string {
  const text = lines.map((line) => oneLine(line, 4_000)).join("\n");
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}sh\n${text}\n${fence}`;
}
