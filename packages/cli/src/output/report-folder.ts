import { rmSync } from "node:fs";
import { join } from "node:path";
import { EXCHANGES_FILE, exchangeLines, FORMATS, type Report, type RuleBook } from "@plumbline/report";
import { makeFolder } from "../files/make-folder.ts";
import { expectOwnFile, writeOwnFile } from "../files/own-file.ts";
import { UsageError } from "../usage-error.ts";
import type { FormatName } from "./formats.ts";
import { ruleBook } from "./rule-book.ts";
import { UnwrittenReportError } from "./unwritten-report-error.ts";

/**
 * Makes the folder of a report where it is missing and takes an earlier report out of it, whatever its formats: nothing of
 * it when one of the files, or one of the `others` that are to be written too, is none of ours.
 */
export function clearFolder(folder: string, others: readonly string[] = []): void {
  withFolder(folder, () => {
    makeFolder(folder);
    const files = [...Object.values(FORMATS).map(({ file }) => file), EXCHANGES_FILE].map((file) => join(folder, file));
    for (const path of [...files, ...others]) expectOwnFile(path);
    for (const path of files) rmSync(path, { force: true });
  });
}

interface WriteOptions {
  /** What stands in `exchanges.ndjson`: a run that cannot write it any more leaves one that ends early. @default "missing" */
  readonly exchanges?: "whole" | "cut" | "missing";
  /** Where the site is that rules link to. */
  readonly docs?: string | undefined;
}

/**
 * Writes a report in these formats and returns the files by format. What `report.json` leaves to `exchanges.ndjson` is
 * written beside it, unless it is there. Links to rules lead to the site at `docs`. A file that cannot be written keeps none
 * of the others from being written.
 * @throws UsageError when the folder cannot be used, and UnwrittenReportError when one of the files cannot be written.
 */
export function writeReport(
  folder: string,
  formats: readonly FormatName[],
  report: Report,
  { exchanges: state = "missing", docs }: WriteOptions = {},
): Readonly<Record<string, string>> {
  const paths = formats.map((name) => [name, join(folder, FORMATS[name].file)] as const);
  const exchanges = join(folder, EXCHANGES_FILE);
  withFolder(folder, () => {
    makeFolder(folder);
    for (const path of [...paths.map(([, path]) => path), exchanges]) expectOwnFile(path);
  });
  const written: Record<string, string> = {};
  const faults: string[] = [];
  const attempt = (write: () => void): boolean => {
    try {
      write();
      return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push(error.message);
      return false;
    }
  };
  const isWhole = (): boolean => {
    if (state === "whole") return true;
    if (state === "missing") return attempt(() => writeOwnFile(exchanges, [...exchangeLines(report)].join("")));
    faults.push(`${join(folder, FORMATS.json.file)} was not written, because ${exchanges} is incomplete`);
    return false;
  };
  // Without its exchanges it could not be read again.
  const possible = !formats.includes("json") || isWhole() ? paths : paths.filter(([name]) => name !== "json");
  const book = ruleBook(docs);
  for (const [name, path] of possible) {
    const render: (found: Report, rules: RuleBook) => string = FORMATS[name].render;
    if (attempt(() => writeOwnFile(path, render(report, book)))) written[name] = path;
  }
  if (faults.length > 0) throw new UnwrittenReportError(faults, written);
  return written;
}

/** @throws UsageError when the folder cannot be used, which is the user's to mend. */
export function withFolder<T>(
  folder: string,
  work: () => T,
  { what = "the report", flag = "--out" }: { readonly what?: string; readonly flag?: string } = {},
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new UsageError(`${what} cannot be written to ${folder}: ${error.message}; name another folder with ${flag}`);
  }
}
