import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "../command.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { docsUrl } from "../output/docs-url.ts";
import { BEFORE_FLAG, comparisonWith } from "../output/earlier-run.ts";
import { formatsOf } from "../output/formats.ts";
import { readReport } from "../output/read-report.ts";
import { writeReport } from "../output/report-folder.ts";
import { RESULT_FLAGS } from "../output/result-flags.ts";

/** `plumbline report`: writes a report again, from its JSON or a journal. */
export const report: Command = {
  name: "report",
  summary: "write a report again, in other formats or from the journal of a killed run",
  flags: {
    from: { value: "FILE", help: "report.json or journal.ndjson (default reports/latest/report.json)" },
    out: { value: "DIR", help: "folder of the files (default: that of --from)" },
    format: RESULT_FLAGS.format,
    "docs-url": RESULT_FLAGS["docs-url"],
    "known-failures": RESULT_FLAGS["known-failures"],
    before: BEFORE_FLAG,
  },
  examples: [
    "plumbline report --format sarif,har",
    "plumbline report --before reports/main",
    "plumbline report --from reports/latest/journal.ndjson --out rescued --format html",
  ],
  run: async (given, terminal) => {
    const formats = formatsOf(given);
    const apply = knownFailuresOf(given);
    const compare = comparisonWith(given);
    const from = given.one("from") ?? "reports/latest/report.json";
    const found = compare(apply(readReport(from)));
    const paths = writeReport(given.one("out") ?? folderOf(from), formats, found, { docs: docsUrl(given, terminal) });
    for (const [name, path] of Object.entries(paths)) terminal.out(`${name}: ${path}\n`);
    return 0;
  },
};

function folderOf(path: string): string {
  return statSync(path).isDirectory() ? path : dirname(path);
}
