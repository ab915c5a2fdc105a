import { rmSync } from "node:fs";
import { join } from "node:path";
import { EXCHANGES_FILE, exchangeLines, FORMATS, type Report, type RuleBook } from "@plumbline/report";
import { UsageError } from "../usage-error.ts";
import type { FormatName } from "./formats.ts";
import { makeFolder } from "./make-folder.ts";
import { expectOwnFile, writeOwnFile } from "./own-file.ts";
import { ruleBook } from "./rule-book.ts";

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

/**
 * Writes a report in these formats and returns the files by format. What `report.json` leaves to `exchanges.ndjson` is
 * written beside it, unless it is there. Links to rules lead to the site at `docs`.
 */
export function writeReport(
  folder: string,
  formats: readonly FormatName[],
  report: Report,
  { hasExchanges = false, docs }: { readonly hasExchanges?: boolean; readonly docs?: string | undefined } = {},
): Readonly<Record<string, string>> {
  return withFolder(folder, () => {
    makeFolder(folder);
    const paths = formats.map((name) => [name, join(folder, FORMATS[name].file)] as const);
    const exchanges = join(folder, EXCHANGES_FILE);
    for (const path of [...paths.map(([, path]) => path), exchanges]) expectOwnFile(path);
    if (!hasExchanges && formats.includes("json")) writeOwnFile(exchanges, [...exchangeLines(report)].join(""));
    const book = ruleBook(docs);
    return Object.fromEntries(
      paths.map(([name, path]) => {
        const render: (found: Report, rules: RuleBook) => string = FORMATS[name].render;
        writeOwnFile(path, render(report, book));
        return [name, path];
      }),
    );
  });
}

/** @throws UsageError when the folder cannot be used, which is the user's to mend. */
export function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new UsageError(`the report cannot be written to ${folder}: ${error.message}; name another folder with --out`);
  }
}
