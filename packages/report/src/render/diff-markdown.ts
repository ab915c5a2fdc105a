import type { DiffSide, ReportDiff } from "../report-diff.ts";
import { figure } from "../text/words.ts";
import { type DiffSection, diffHeadline, diffSections } from "./diff-sections.ts";
import { codeSpan, markdownTable } from "./markdown-parts.ts";

/** Pages that show such summaries cut them at a size. */
const SHOWN = 50;

/** A comparison as Markdown; whatever came from a target stands in code spans. */
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

function section({ title, rows }: DiffSection): string {
  const twoSided = rows.some(({ before }) => before !== undefined);
  const heads = twoSided ? ["Check", "Was", "Now"] : ["Check", "Why"];
  const lines = rows
    .slice(0, SHOWN)
    .map(({ check, before, after }) =>
      twoSided ? [codeSpan(check), codeSpan(before ?? ""), codeSpan(after)] : [codeSpan(check), codeSpan(after)],
    );
  const more = rows.length > SHOWN ? `\n\n… and ${figure(rows.length - SHOWN)} more.` : "";
  return `### ${title} (${figure(rows.length)})\n\n${markdownTable([heads, heads.map(() => "---"), ...lines])}${more}`;
}
