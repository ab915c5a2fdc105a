import type { DiffSide, ReportDiff } from "../report-diff.ts";
import { painter } from "../text/paint.ts";
import { oneLine } from "../text/visible.ts";
import { counted, figure } from "../text/words.ts";
import { type DiffRow, diffHeadline, diffSections, unchangedWords } from "./diff-sections.ts";

export interface DiffTextOptions {
  readonly colour: boolean;
  /** Lists every check that cannot be compared. @default false */
  readonly verbose?: boolean;
}

/** A whole area that only one run selected would hide everything else. */
const SHOWN_QUIET = 10;

/** A comparison for a terminal, its outcome last. */
export function renderDiff(diff: ReportDiff, { colour, verbose = false }: DiffTextOptions): string {
  const paint = painter(colour);
  const blocks = [
    [sideLine("before", diff.before), sideLine("after ", diff.after)],
    diff.conditions.map((condition) => paint(`not the same conditions: ${oneLine(condition)}`, "warn")),
    ...diffSections(diff).map(({ title, tone, rows }) => {
      const shown = verbose || tone !== "quiet" ? rows : rows.slice(0, SHOWN_QUIET);
      const hidden = rows.length - shown.length;
      return [
        paint(`${title} (${figure(rows.length)})`, tone),
        ...shown.flatMap(rowLines),
        ...(hidden === 0 ? [] : [`  … and ${counted(hidden, "more check")} (--verbose)`]),
      ];
    }),
    [unchangedWords(diff), paint(diffHeadline(diff), diff.worse ? "bad" : "good")],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function sideLine(name: string, { run, target, url, profile, outcome, fingerprint }: DiffSide): string {
  return `${name}  ${oneLine(run)}: ${outcome}, ${oneLine(target)} at ${oneLine(url)}, profile ${oneLine(profile)}, fingerprint ${fingerprint.slice(0, 12)}`;
}

function rowLines({ check, before, after }: DiffRow): readonly string[] {
  if (before === undefined) return [`  ${oneLine(check)}: ${oneLine(after)}`];
  return [`  ${oneLine(check)}`, `      was ${oneLine(before)}`, `      now ${oneLine(after)}`];
}
