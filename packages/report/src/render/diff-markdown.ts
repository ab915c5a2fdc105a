import type { DiffSide, ReportDiff } from "../report-diff.ts";
import { counted } from "../text/words.ts";
import { type DiffSection, diffHeadline, diffSections, sectionTitle, wordLines } from "./diff-sections.ts";
import { codeSpan, markdownTable } from "./markdown-parts.ts";

/** The limit keeps the summary below the size at which hosts cut it. */
const SHOWN = 50;

/** A comparison as Markdown. Texts from a target are in code spans. */
export function renderDiffMarkdown(diff: ReportDiff): string {
  const blocks = [
    `## ${diff.worse ? "✘" : "✔"} Plumbline: ${diffHeadline(diff)}`,
    markdownTable([
      ["", "Run", "Outcome", "Target", "Profile", "Fingerprint"],
      ["---", "---", "---", "---", "---", "---"],
      sideRow("before", diff.before),
      sideRow("after", diff.after),
    ]),
    ...(diff.conditions.length === 0
      ? []
      : [`Not the same conditions:\n\n${diff.conditions.map((one) => `- ${codeSpan(one)}`).join("\n")}`]),
    ...diffSections(diff).map(section),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function sideRow(name: string, { run, outcome, target, profile, fingerprint }: DiffSide): readonly string[] {
  return [name, codeSpan(run), outcome, codeSpan(target), codeSpan(profile), codeSpan(fingerprint.slice(0, 12))];
}

function section(part: DiffSection): string {
  const { rows, groups } = part;
  const twoSided = rows.some(({ before }) => before !== undefined);
  const heads = twoSided ? ["Checks", "Was", "Now"] : ["Checks", "Why"];
  const lines = groups.slice(0, SHOWN).flatMap((group): readonly (readonly string[])[] => {
    const { first, changes, words } = group;
    const more = changes.length === 1 ? "" : ` and ${counted(changes.length - 1, "other")}`;
    const name = `${codeSpan(first.check)}${more}`;
    if (words === undefined)
      return [[name, ...(twoSided ? [codeSpan(first.before ?? "")] : []), codeSpan(first.after)]];
    return wordLines(group).map((line, at) => {
      const [was = "", now = ""] = line.split(" -> ");
      return [at === 0 ? `${name}: another word for the same status` : "", codeSpan(was), codeSpan(now)];
    });
  });
  const hidden = groups.length - SHOWN;
  const rest = hidden > 0 ? `\n\n… and ${counted(hidden, "more change")}.` : "";
  return `### ${sectionTitle(part)}\n\n${markdownTable([heads, heads.map(() => "---"), ...lines])}${rest}`;
}
