import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Journal } from "@plumbline/conformance";
import { type Report, renderHtml, renderJunit, renderMarkdown, serialiseReport } from "@plumbline/report";
import { UsageError } from "../usage-error.ts";

/** Files of a run in `folder`, by what they are. */
export interface RunFiles {
  readonly journal: Journal & { close(): void };
  write(report: Report): Readonly<Record<string, string>>;
}

/** Prepares the folder of a run; the journal is written line by line, so that a killed run leaves it behind. */
export function runFiles(folder: string): RunFiles {
  const descriptor = prepare(folder);
  let lines: string[] = [];
  let waiting = 0;
  const flush = (): void => {
    if (lines.length === 0) return;
    writeSync(descriptor, `${lines.join("\n")}\n`);
    lines = [];
    waiting = 0;
  };
  return {
    journal: {
      append: (entry) => {
        const line = JSON.stringify(entry);
        lines.push(line);
        waiting += line.length;
        // What the run made must be on disk before anything else happens to it; exchanges may wait for company.
        if (entry.type === "made" || entry.type === "changed" || waiting > 64 * 1024) flush();
      },
      close: () => {
        flush();
        closeSync(descriptor);
      },
    },
    write: (report) => {
      const files = {
        json: join(folder, "report.json"),
        junit: join(folder, "junit.xml"),
        markdown: join(folder, "summary.md"),
        html: join(folder, "index.html"),
      };
      writeFileSync(files.json, serialiseReport(report));
      writeFileSync(files.junit, renderJunit(report));
      writeFileSync(files.markdown, renderMarkdown(report));
      writeFileSync(files.html, renderHtml(report));
      return files;
    },
  };
}

function prepare(folder: string): number {
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of ["index.html", "report.json", "junit.xml", "summary.md"])
      rmSync(join(folder, name), { force: true });
    return openSync(join(folder, "journal.ndjson"), "w");
  } catch (error) {
    throw new UsageError(
      `the report cannot be written to ${folder}: ${error instanceof Error ? error.message : String(error)}; name another folder with --out`,
    );
  }
}
