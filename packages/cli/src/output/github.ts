import { appendFileSync } from "node:fs";
import { type Report, renderAnnotations, renderMarkdown } from "@plumbline/report";
import type { Terminal } from "../terminal.ts";

/**
 * Writes the job summary and the annotations of GitHub Actions, when the environment has them. A summary that cannot be
 * written is noted and does not change the run.
 */
export function tellGithub(report: Report, terminal: Terminal): void {
  const summary = terminal.environment["GITHUB_STEP_SUMMARY"];
  if (summary) {
    try {
      appendFileSync(summary, renderMarkdown(report));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      terminal.note(`plumbline: the job summary cannot be written to GITHUB_STEP_SUMMARY: ${why}\n`);
    }
  }
  if (terminal.environment["GITHUB_ACTIONS"] === "true") terminal.command?.(renderAnnotations(report));
}
