import { levelCounts } from "../counts.ts";
import type { Report } from "../report.ts";
import { oneLine } from "../text/visible.ts";
import { counted, duration, figure } from "../text/words.ts";
import { countColumns, OUTCOME_LABELS, RUN_LABELS } from "./labels.ts";
import { offered } from "./offered.ts";
import { type Paint, painter } from "./paint.ts";
import { byReason, groupBy, leftovers, problems, staying, unexamined, type VerdictOf, verdictsOf } from "./select.ts";

export interface SummaryOptions {
  readonly colour: boolean;
  /** Files that were written, by what they are, such as `{ html: "reports/latest/index.html" }`; `html` comes last. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Lists every failure, warning and check that did not run. @default false */
  readonly verbose?: boolean;
}

/** More than this scrolls the outcome off a terminal; the HTML report has them all. */
const SHOWN_FAILURES = 20;
const SHOWN_REASONS = 10;

/** The summary for a terminal, worst news first and outcome last, since the end is what stays in sight. */
export function renderSummary(report: Report, { colour, paths = {}, verbose = false }: SummaryOptions): string {
  const paint = painter(colour);
  const blocks = [
    failures(report, paint, verbose ? Number.POSITIVE_INFINITY : SHOWN_FAILURES),
    table(report, paint),
    warnings(report, paint, verbose),
    notRun(report, paint, verbose),
    stale(report, paint),
    stays(report, paint),
    left(report, paint),
    ending(report, paint, paths),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function failures(report: Report, paint: Paint, limit: number): readonly string[] {
  const all = problems(report);
  const lines = all.slice(0, limit).flatMap((verdict) => {
    const { symbol, tone } = OUTCOME_LABELS[verdict.outcome];
    return [`${paint(symbol, tone)} ${paint(oneLine(verdict.check), "strong")}`, ...reading(verdict)];
  });
  return all.length > limit ? [...lines, `… and ${figure(all.length - limit)} more`] : lines;
}

function reading(verdict: VerdictOf<"harness-error" | "fail" | "flaky" | "warn">): readonly string[] {
  if (verdict.outcome === "harness-error") return [`    ${oneLine(verdict.message)}`];
  const often = verdict.outcome === "flaky" ? ` (in ${verdict.failed} of ${verdict.of} tries)` : "";
  return [`    expected ${oneLine(verdict.expected)}`, `    received ${oneLine(verdict.received)}${often}`];
}

function table({ counts }: Report, paint: Paint): readonly string[] {
  const levels = levelCounts(counts);
  const columns = countColumns(levels);
  const rows = [
    ["Requirements", "hold, of those that apply", ...columns.map((outcome) => OUTCOME_LABELS[outcome].words)],
    ...levels.map(({ level, applicable, byOutcome }) => [
      level,
      applicable === 0 ? "–" : `${figure(byOutcome.pass)} of ${figure(applicable)}`,
      ...columns.map((outcome) => figure(byOutcome[outcome])),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row, index) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return index === 0 ? paint(cells.join("  "), "quiet") : cells.join("  ");
  });
}

function warnings(report: Report, paint: Paint, verbose: boolean): readonly string[] {
  const warned = verdictsOf(report, "warn");
  const known = verdictsOf(report, "known-fail");
  const lines: string[] = [];
  if (warned.length > 0) lines.push(paint(`${counted(warned.length, "warning")}: a SHOULD that does not hold`, "warn"));
  if (verbose) lines.push(...warned.flatMap((verdict) => [`  ${oneLine(verdict.check)}`, ...reading(verdict)]));
  if (known.length > 0) lines.push(`${counted(known.length, "known failure")}, as listed`);
  return lines;
}

function notRun(report: Report, paint: Paint, verbose: boolean): readonly string[] {
  const reasons = byReason(report, "could-not-run");
  const idle = unexamined(report);
  if (reasons.length === 0 && idle.length === 0) return [];
  const total = reasons.reduce((sum, [, verdicts]) => sum + verdicts.length, 0);
  const shown = verbose ? reasons : reasons.slice(0, SHOWN_REASONS);
  const width = figure(reasons[0]?.[1].length ?? 0).length;
  const lines = shown.flatMap(([reason, verdicts]) => [
    `  ${figure(verdicts.length).padStart(width)} × ${oneLine(reason)}`,
    ...(verbose ? verdicts.map(({ check }) => `      ${oneLine(check)}`) : []),
  ]);
  if (reasons.length > shown.length) lines.push(`  … and ${counted(reasons.length - shown.length, "more reason")}`);
  if (idle.length > 0) lines.push(`  ${counted(idle.length, "requirement")} without any check`);
  return [paint(`${counted(total, "check")} could not run`, "open"), ...lines];
}

function stale({ staleKnownFailures = [] }: Report, paint: Paint): readonly string[] {
  const meanings = { unmatched: "matches no check", passes: "passes now", expired: "is past its date" };
  if (staleKnownFailures.length === 0) return [];
  return [
    paint("The list of known failures is out of date; remove or renew these entries:", "bad"),
    ...staleKnownFailures.map(({ check, state }) => `  ${oneLine(check)} ${meanings[state]}`),
  ];
}

/** By operation and id; the ids of a server that ends with the run would be of no use to anybody. */
function stays(report: Report, paint: Paint): readonly string[] {
  const changes = staying(report);
  if (changes.length === 0) return [];
  const lines = [...groupBy(changes, ({ operation }) => operation)].map(([operation, own]) => {
    const ids = report.target.kind === "url" ? `: ${own.map(({ id }) => oneLine(id)).join(" ")}` : "";
    return `  ${own.length} from ${oneLine(operation)}${ids}`;
  });
  return [paint("Stays on the target, as was permitted:", "quiet"), ...lines];
}

function left(report: Report, paint: Paint): readonly string[] {
  const changes = leftovers(report);
  if (changes.length === 0) return [];
  return [
    paint("Left on the target:", "warn"),
    ...changes.map(({ operation, id, note }) => {
      const why = note === undefined ? "" : ` (${oneLine(note)})`;
      return `  ${oneLine(id)} from ${oneLine(operation)}${why}`;
    }),
  ];
}

function ending(report: Report, paint: Paint, paths: Readonly<Record<string, string>>): readonly string[] {
  const { symbol, words, tone } = RUN_LABELS[report.outcome];
  const { counts, run, target } = report;
  const { html, ...others } = paths;
  const each = (counts.exchanges / Math.max(report.requirements.length, 1)).toFixed(1);
  const requests = `${counted(counts.exchanges, "request")} (${each} a requirement)`;
  const amount = `${counted(counts.verdicts, "check")}, ${requests}, ${duration(run.milliseconds)}`;
  return [
    paint(`${oneLine(target.name)} at ${oneLine(target.url)}: ${amount}`, "quiet"),
    ...(target.selfConsistency
      ? ["Self-consistency run: the target is made from the same contract as the checks."]
      : []),
    ...[offered(report)].filter((line) => line !== undefined),
    `Outcome: ${paint(`${symbol} ${words}`, tone)}`,
    oneLine(report.reason, 400),
    ...Object.entries(others).map(([name, path]) => `${name}: ${oneLine(path)}`),
    ...(html === undefined ? [] : [`Report: ${oneLine(html, 1000)}`]),
  ];
}
