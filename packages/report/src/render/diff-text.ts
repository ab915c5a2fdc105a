import type { Change, ChangeGroup } from "../diff/grouped-changes.ts";
import type { DiffSide, ReportDiff } from "../report-diff.ts";
import { painter } from "../text/paint.ts";
import { oneLine } from "../text/visible.ts";
import { counted } from "../text/words.ts";
import { diffHeadline, diffSections, sectionTitle, unchangedWords, wordLines } from "./diff-sections.ts";

/** How a comparison is printed. */
export interface DiffTextOptions {
  readonly colour: boolean;
  /**
   * Lists every check of each change, and everything that cannot be compared.
   * @default false
   */
  readonly verbose?: boolean;
}

/** An area that only one run selected would hide everything else. */
const SHOWN_QUIET = 10;

/** A comparison for a terminal, with its outcome at the end. */
export function renderDiff(diff: ReportDiff, { colour, verbose = false }: DiffTextOptions): string {
  const paint = painter(colour);
  const blocks = [
    [sideLine("before", diff.before), sideLine("after ", diff.after)],
    diff.conditions.map((condition) => paint(`not the same conditions: ${oneLine(condition)}`, "warn")),
    ...diffSections(diff).map((section) => {
      const { tone, groups } = section;
      const shown = verbose || tone !== "quiet" ? groups : groups.slice(0, SHOWN_QUIET);
      const hidden = groups.length - shown.length;
      return [
        paint(sectionTitle(section), tone),
        ...shown.flatMap((group) => groupLines(group, verbose)),
        ...(hidden === 0 ? [] : [`  … and ${counted(hidden, "more change")} (--verbose)`]),
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

function groupLines(group: ChangeGroup, verbose: boolean): readonly string[] {
  const { first, changes, words } = group;
  if (changes.length === 1) return changeLines(first, oneLine(first.check));
  const all = verbose ? changes.map(({ check }) => `      ${oneLine(check)}`) : [];
  const many = counted(changes.length, "check");
  if (words !== undefined)
    return [
      `  ${many}: errors of the same status have another word`,
      ...wordLines(group).map((line) => `      ${oneLine(line)}`),
      ...all,
    ];
  return [...changeLines(first, `${many}, such as ${oneLine(first.check)}`), ...all];
}

function changeLines({ before, after }: Change, title: string): readonly string[] {
  if (before === undefined) return [`  ${title}: ${oneLine(after)}`];
  return [`  ${title}`, `      was ${oneLine(before)}`, `      now ${oneLine(after)}`];
}
