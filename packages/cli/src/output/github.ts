import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { type Report, renderAnnotations, renderMarkdown } from "@plumbline/report";
import type { Terminal } from "../terminal.ts";

const onGithub = ({ environment }: Terminal): boolean => environment["GITHUB_ACTIONS"] === "true";

/**
 * Tells GitHub Actions what was found, when the environment says that it listens: the job's summary and annotations. A
 * summary that cannot be written is noted and changes nothing about the run.
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
  if (onGithub(terminal)) terminal.note(renderAnnotations(report));
}

/** Prints text that holds what a target supplied; on GitHub with workflow commands switched off, or it could give some. */
export function outUnheard(text: string, terminal: Terminal): void {
  const token = onGithub(terminal) ? randomUUID() : undefined;
  terminal.out(token === undefined ? text : `::stop-commands::${token}\n${text}::${token}::\n`);
}
