import { exitCode, type Report, renderSummary } from "@plumbline/report";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { docsUrl } from "./docs-url.ts";
import { tellGithub } from "./github.ts";
import type { RunFiles } from "./run-files.ts";

/** Writes a report's files, prints the summary and returns the exit code. */
export function conclude(report: Report, files: Pick<RunFiles, "write">, given: Given, terminal: Terminal): number {
  const paths = files.write(report, docsUrl(given, terminal));
  if (!given.has("quiet"))
    terminal.out(renderSummary(report, { colour: terminal.colour, paths, verbose: given.has("verbose") }));
  tellGithub(report, terminal);
  const code = exitCode(report, { allowIncomplete: given.has("allow-incomplete") });
  const warned = report.counts.byOutcome.warn > 0;
  // A run with a fault is there to show that the fault is noticed, at whatever level.
  const strict = given.has("strict") || given.has("fault");
  // What could not be examined (3) is no excuse for what was seen to be broken.
  return (code === 0 || code === 3) && strict && warned ? 1 : code;
}
