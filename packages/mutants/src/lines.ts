import type { Explanation } from "./explained.ts";
import { type Finding, KINDS } from "./finding.ts";
import type { Mutant } from "./mutant.ts";
import { areaOf, counts, countsBy, type Disagreement, type Tried } from "./tally.ts";

/** One line for a tried mutant. */
export function triedLine({ mutant, finding }: Tried): string {
  return `${finding.kind.padEnd(8)}  ${mutant.id}  ${mutant.operator}${because(finding)}\n`;
}

function because(finding: Finding): string {
  switch (finding.kind) {
    case "killed":
    case "warned":
      return `  ${finding.by}`;
    case "unjudged":
      return `  ${finding.why}`;
    case "hung":
    case "survived":
      return "";
    default:
      return finding satisfies never;
  }
}

/** Lines for every surviving mutant: its place, its change, and its explanation. */
export function survivorLines(
  packageName: string,
  tried: readonly Tried[],
  explanations: readonly Explanation[],
): string {
  return tried
    .filter(({ finding }) => finding.kind === "survived")
    .map(({ mutant }) => {
      const explanation = explanations.find(({ id }) => id === mutant.id);
      const said = explanation === undefined ? "not explained" : `${explanation.class}: ${explanation.reason}`;
      return `\n${mutant.id}  packages/${packageName}/src/${mutant.file}:${mutant.line}\n  ${changeOf(mutant)}\n  ${said}\n`;
    })
    .join("");
}

/** The change of a mutant, on one line. */
export function changeOf({ operator, original, replacement }: Mutant): string {
  return `${operator}: ${short(original)} -> ${short(replacement)}`;
}

const WIDEST = 160;
function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 4)} ...` : line;
}

/** Tables by operator and by area, and the line for the total. */
export function tables(tried: readonly Tried[]): string {
  return [
    table(
      "operator",
      countsBy(tried, ({ operator }) => operator),
    ),
    table("area", countsBy(tried, areaOf)),
    table("", [["all", counts(tried)]]),
  ].join("");
}

function table(title: string, rows: readonly (readonly [string, readonly number[]])[]): string {
  const row = (label: string, cells: readonly (string | number)[]): string =>
    `${label.padEnd(24)}${cells.map((cell) => String(cell).padStart(10)).join("")}\n`;
  return `\n${row(title, ["tried", ...KINDS])}${rows.map(([label, own]) => row(label, [own.reduce((sum, one) => sum + one, 0), ...own])).join("")}`;
}

/** The share of tried mutants that a failed MUST (or a failed test) detected, and the share that anything detected. */
export function scoreLine(tried: readonly Tried[], seconds: number): string {
  const count = (wanted: (finding: Finding) => boolean): number =>
    tried.filter(({ finding }) => wanted(finding)).length;
  const share = (part: number): string => ((100 * part) / Math.max(1, tried.length)).toFixed(1);
  const killed = count(({ kind }) => kind === "killed");
  const seen = count(({ kind }) => kind !== "survived");
  return `\n${tried.length} tried in ${seconds} s: ${killed} killed (${share(killed)} %), ${seen} not green (${share(seen)} %), ${tried.length - seen} survived\n`;
}

/**
 * The share of killed mutants among those that break a demand and were judged. Survivors with an explanation other than
 * `hole` are left out, because they are equivalent, open or detected elsewhere; so are mutants that warned, were
 * unjudged or hung.
 */
export function demandedLine(tried: readonly Tried[], explanations: readonly Explanation[]): string {
  const harmless = new Set(explanations.filter((one) => one.class !== "hole").map(({ id }) => id));
  const killed = tried.filter(({ finding }) => finding.kind === "killed").length;
  const holes = tried.filter(({ finding, mutant }) => finding.kind === "survived" && !harmless.has(mutant.id)).length;
  const all = killed + holes;
  const share = ((100 * killed) / Math.max(1, all)).toFixed(1);
  return `${killed} of ${all} that break what is demanded and were judged are killed (${share} %)\n`;
}

/** The corrections that the explanations need, one line each; empty if none. */
export function disagreementLines({ unexplained, noticed, gone }: Disagreement, file: string): string {
  return [
    ...unexplained.map(({ id }) => `${id} survived and ${file} does not say why`),
    ...noticed.map(({ id, line }) => `${file}:${line}: ${id} is noticed: take the line out`),
    ...gone.map(({ id, line }) => `${file}:${line}: ${id} is no mutant any more: take the line out`),
  ]
    .map((line) => `${line}\n`)
    .join("");
}
