import { exitCode, type Report, renderSummary } from "@plumbline/report";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { docsUrl } from "./docs-url.ts";
import { tellGithub } from "./github.ts";
import { rescuedReport } from "./rescued-report.ts";
import type { RunFiles } from "./run-files.ts";
import { UnwrittenReportError } from "./unwritten-report-error.ts";

/** The files of a report. Commands that send nothing keep no journal. */
type Files = Pick<RunFiles, "write"> & Partial<Pick<RunFiles, "journal">>;

/** The exit code when a file could not be written, whatever the verdicts are. */
const UNWRITTEN = 2;

/**
 * Writes a report's files, prints the summary and returns the exit code. When a file cannot be written, it says so and
 * still prints the results.
 */
export function conclude(report: Report, files: Files, given: Given, terminal: Terminal): number {
  const { paths, fault } = written(report, files, docsUrl(given, terminal));
  // Without a file, the summary is the only trace of the results.
  if (!given.has("quiet") || (fault !== undefined && paths["json"] === undefined))
    terminal.out(renderSummary(report, { colour: terminal.colour, paths, verbose: given.has("verbose") }));
  tellGithub(report, terminal);
  if (fault !== undefined) terminal.note(`plumbline: ${fault}\n`);
  if (fault !== undefined || files.journal?.failure !== undefined) return UNWRITTEN;
  const code = exitCode(report, { allowIncomplete: given.has("allow-incomplete") });
  const warned = report.counts.byOutcome.warn > 0;
  // A run with a fault must show that the checks notice the fault, at any level.
  const strict = given.has("strict") || given.has("fault");
  // Inconclusive checks (3) do not outweigh failures that the run has seen.
  return (code === 0 || code === 3) && strict && warned ? 1 : code;
}

interface Written {
  readonly paths: Readonly<Record<string, string>>;
  /** Which files could not be written, and where the report is instead. */
  readonly fault?: string;
}

function written(report: Report, files: Files, docs: string | undefined): Written {
  try {
    return { paths: files.write(report, docs) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const known = error instanceof UnwrittenReportError ? error.written : {};
    if (known["json"] !== undefined)
      return { paths: known, fault: `${error.message}\nThe other files of the report exist.` };
    const rescued = rescuedReport(report);
    const { journal } = files;
    const again =
      journal && `; when there is room, plumbline report --from ${journal.path} makes the report from the journal`;
    const where =
      rescued === undefined
        ? `The report cannot be written to the temporary folder either, so the results are printed here${again ?? ""}.`
        : `The report is in ${rescued} instead.`;
    return {
      paths: { ...known, ...(rescued !== undefined && { json: rescued }) },
      fault: `${error.message}\n${where}`,
    };
  }
}
