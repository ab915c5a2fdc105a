import { comparesNothing, diffReports, renderDiff, renderDiffMarkdown, serialiseDiff } from "@plumbline/report";
import { nearest } from "@plumbline/schemas/nearest";
import type { Command } from "../command.ts";
import { readVerdicts } from "../output/read-report.ts";
import { UsageError } from "../usage-error.ts";

const FORMATS = ["text", "markdown", "json"];

/** `plumbline diff`: compares two reports. */
export const diff: Command = {
  name: "diff",
  summary: "compare two reports; exit 0 if nothing got worse, else 1 (3 if no check is in both)",
  words: "BEFORE AFTER",
  flags: {
    format: { value: "NAME", help: "text (default), markdown or json" },
    verbose: { help: "list every check of each change, and every check that cannot be compared" },
  },
  examples: [
    "plumbline diff reports/main/report.json reports/latest/report.json",
    "plumbline diff reports/main reports/latest --format markdown",
  ],
  run: async (given, terminal) => {
    const [before, after, ...more] = given.words;
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError("plumbline diff takes two reports, the earlier one first: plumbline diff BEFORE AFTER");
    const format = given.one("format") ?? "text";
    if (!FORMATS.includes(format)) {
      const close = nearest(format, FORMATS);
      const hint = close === undefined ? `known are ${FORMATS.join(", ")}` : `did you mean "${close}"?`;
      throw new UsageError(`--format: there is no format "${format}": ${hint}`);
    }
    const found = diffReports(readVerdicts(before), readVerdicts(after));
    if (format === "json") terminal.out(serialiseDiff(found));
    else if (format === "markdown") terminal.out(renderDiffMarkdown(found));
    else terminal.out(renderDiff(found, { colour: terminal.colour, verbose: given.has("verbose") }));
    if (found.worse) return 1;
    return comparesNothing(found) ? 3 : 0;
  },
};
