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
 * Creates the folder of a report if necessary, and deletes an earlier report in it, in all formats. If one of the
 * files, or of the `others` that will be written, is no regular file, it deletes none.
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
  /** The state of `exchanges.ndjson`. A run that can no longer write it leaves it "cut". @default "missing" */
  readonly exchanges?: "whole" | "cut" | "missing";
  /** Address of the documentation to which rules link. */
  readonly docs?: string | undefined;
}

/**
 * Writes a report in these formats and returns the files by format. Writes `exchanges.ndjson`, which holds the
 * exchanges of `report.json`, unless it exists. Links to rules lead to the site at `docs`. If a file cannot be written,
 * the others are still written.
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
  // A `report.json` without its exchanges could not be read again.
  const possible = !formats.includes("json") || isWhole() ? paths : paths.filter(([name]) => name !== "json");
  const book = ruleBook(docs);
  for (const [name, path] of possible) {
    const render: (found: Report, rules: RuleBook) => string = FORMATS[name].render;
    if (attempt(() => writeOwnFile(path, render(report, book)))) written[name] = path;
  }
  if (faults.length > 0) throw new UnwrittenReportError(faults, written);
  return written;
}

/** @throws UsageError when the folder cannot be used, because the user must fix that. */
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
