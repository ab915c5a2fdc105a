import { type Cause, causesOf, checksOf, isFailure } from "../causes/causes-of.ts";
import { levelCounts } from "../counts.ts";
import type { OutcomeKind } from "../outcome.ts";
import type { Report } from "../report.ts";
import { byReason, disturbed, groupBy, leftovers, staying, unexamined, verdictsOf } from "../select.ts";
import { countedIds } from "../text/counted-ids.ts";
import { type Paint, painter } from "../text/paint.ts";
import { oneLine } from "../text/visible.ts";
import { counted, duration, figure } from "../text/words.ts";
import { wrapped } from "../text/wrapped.ts";
import { CauseLines, WIDTH } from "./cause-lines.ts";
import { countColumns, OUTCOME_LABELS, RUN_LABELS } from "./labels.ts";
import { offered } from "./offered.ts";
import { passedBy } from "./passed-by.ts";

/** How the summary of a run is printed. */
export interface SummaryOptions {
  readonly colour: boolean;
  /** Written files by format, such as `{ html: "reports/latest/index.html" }`; `html` comes last. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Lists every failure, warning and check that did not run. @default false */
  readonly verbose?: boolean;
}

/** More examples would scroll the outcome off the terminal; every cause still has a line. */
const SHOWN_EXAMPLES = 20;
const SHOWN_REASONS = 10;
const SHOWN_IDS = 10;

/** A reason may contain lines to copy for every operation. */
const LONGEST_REASON = 8_000;

/** The summary for a terminal. The worst findings come first and the outcome last, because the end stays visible. */
export function renderSummary(report: Report, { colour, paths = {}, verbose = false }: SummaryOptions): string {
  const paint = painter(colour);
  const causes = causesOf(report);
  const lines = new CauseLines(report, paint);
  const failures = causes.filter(isFailure);
  const blocks = [
    mishaps(report, paint),
    ...failures.map((cause, index) => [
      ...lines.heading(cause),
      ...(verbose || index < SHOWN_EXAMPLES ? lines.example(cause) : []),
      ...(verbose ? checks(cause) : []),
    ]),
    table(report, paint),
    warnings(report, causes, lines, { paint, verbose }),
    notRun(report, paint, verbose),
    misstated(report, paint),
    unjudged(report, paint),
    stale(report, paint),
    stays(report, paint),
    beside(report, paint),
    left(report, paint),
    ending(report, paint, paths),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** The causes at the beginning of the summary; empty when nothing is broken. */
export function renderCauses(report: Report, { colour }: Pick<SummaryOptions, "colour">): string {
  const lines = new CauseLines(report, painter(colour));
  return causesOf(report)
    .map((cause) => [...lines.heading(cause), ...lines.example(cause)].join("\n"))
    .join("\n\n");
}

function mishaps(report: Report, paint: Paint): readonly string[] {
  const { symbol, tone } = OUTCOME_LABELS["harness-error"];
  return verdictsOf(report, "harness-error").flatMap(({ check, message }) => [
    `${paint(symbol, tone)} ${paint(oneLine(check), "strong")}`,
    `    ${oneLine(message)}`,
  ]);
}

const checks = ({ others }: Cause): readonly string[] => others.map(({ check }) => `      ${oneLine(check)}`);

/** Short words, so that all columns fit on a line of eighty characters. */
const SHORT: Readonly<Partial<Record<OutcomeKind, string>>> = {
  "known-fail": "known",
  warn: "warn",
  "could-not-run": "not run",
  "not-applicable": "n/a",
  "harness-error": "defect",
};

function table({ counts }: Report, paint: Paint): readonly string[] {
  const levels = levelCounts(counts);
  // The share already shows the passed requirements.
  const columns = countColumns(levels).filter((outcome) => outcome !== "pass");
  const rows = [
    ["Requirements", "hold", ...columns.map((outcome) => SHORT[outcome] ?? OUTCOME_LABELS[outcome].words)],
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

function warnings(
  report: Report,
  causes: readonly Cause[],
  lines: CauseLines,
  { paint, verbose }: { readonly paint: Paint; readonly verbose: boolean },
): readonly string[] {
  const warned = verdictsOf(report, "warn");
  const known = verdictsOf(report, "known-fail");
  const own = causes.filter((cause) => !isFailure(cause));
  const above = causes.filter(isFailure).reduce((sum, cause) => sum + checksOf(cause).warned, 0);
  const among = above === 0 ? "" : `, ${figure(above)} of them with the failures above`;
  const title = `${counted(warned.length, "check")} ${warned.length === 1 ? "breaks" : "break"} a SHOULD${among}`;
  return [
    ...(warned.length > 0 ? [paint(title, "warn")] : []),
    ...own.flatMap((cause, index) => [
      ...lines.heading(cause).map((line) => `  ${line}`),
      ...(verbose ? lines.example(cause) : index < SHOWN_EXAMPLES ? lines.words(cause).map((line) => `  ${line}`) : []),
    ]),
    ...(known.length > 0
      ? [
          `${counted(known.length, "check")} ${known.length === 1 ? "fails" : "fail"} as the list of known failures says`,
        ]
      : []),
  ];
}

function notRun(report: Report, paint: Paint, verbose: boolean): readonly string[] {
  const reasons = byReason(report, "could-not-run");
  const idle = unexamined(report);
  if (reasons.length === 0 && idle.length === 0) return [];
  const total = reasons.reduce((sum, [, verdicts]) => sum + verdicts.length, 0);
  const shown = verbose ? reasons : reasons.slice(0, SHOWN_REASONS);
  const width = figure(reasons[0]?.[1].length ?? 0).length;
  const lines = shown.flatMap(([reason, verdicts]) => [
    ...hanging(`  ${figure(verdicts.length).padStart(width)} × `, oneLine(reason, LONGEST_REASON)),
    ...(verbose ? verdicts.map(({ check }) => `      ${oneLine(check)}`) : []),
  ]);
  if (reasons.length > shown.length) lines.push(`  … and ${counted(reasons.length - shown.length, "more reason")}`);
  if (idle.length > 0) lines.push(`  ${counted(idle.length, "requirement")} without any check`);
  return [paint(`${counted(total, "check")} could not run`, "open"), ...lines];
}

/** Fixtures that the user stated and the target does not know, even if few checks need them. */
function misstated({ doctor }: Report, paint: Paint): readonly string[] {
  const texts = doctor.flatMap(({ subject, state, text }) =>
    subject === "fixtures" && state === "problem" ? [text] : [],
  );
  if (texts.length === 0) return [];
  return [
    paint("Not as the target file states:", "open"),
    ...texts.flatMap((text) => hanging("  ", oneLine(text, LONGEST_REASON))),
  ];
}

function unjudged(report: Report, paint: Paint): readonly string[] {
  const lines = passedBy(report);
  if (lines.length === 0) return [];
  return [paint("Passed by:", "open"), ...lines.flatMap((text) => hanging("  ", oneLine(text, 400)))];
}

/** A text after a mark; further lines are indented like the first. */
const hanging = (mark: string, text: string): readonly string[] =>
  wrapped(text, WIDTH - mark.length).map((line, index) => (index === 0 ? mark : " ".repeat(mark.length)) + line);

function stale({ staleKnownFailures = [] }: Report, paint: Paint): readonly string[] {
  const meanings = { unmatched: "matches no check", passes: "passes now", expired: "is past its date" };
  if (staleKnownFailures.length === 0) return [];
  return [
    paint("The list of known failures is out of date. Remove or renew these entries:", "bad"),
    ...staleKnownFailures.map(({ check, state }) => `  ${oneLine(check)} ${meanings[state]}`),
  ];
}

/**
 * Grouped by operation with the first ids, but without ids for a server that ends with the run, where they are useless.
 * The page and the JSON report list every id.
 */
function stays(report: Report, paint: Paint): readonly string[] {
  const changes = staying(report);
  if (changes.length === 0) return [];
  const lines = [...groupBy(changes, ({ operation }) => operation)].map(([operation, own]) => {
    const ids = report.target.kind === "url" ? `: ${idsOf(own).join(" ")}` : "";
    return `  ${own.length} from ${oneLine(operation)}${ids}`;
  });
  return [paint("Stays on the target, as you permitted:", "quiet"), ...lines];
}

const idsOf = (changes: Report["changes"]): readonly string[] =>
  countedIds(
    changes.map(({ id }) => oneLine(id)),
    SHOWN_IDS,
  );

const left = (report: Report, paint: Paint): readonly string[] =>
  named(leftovers(report), paint("Remains on the target:", "warn"), "from");

const beside = (report: Report, paint: Paint): readonly string[] =>
  named(disturbed(report), paint("Changed although no request addressed it:", "bad"), "after");

/** Changes one by one, each with its operation and the reason. */
function named(changes: Report["changes"], heading: string, of: "from" | "after"): readonly string[] {
  if (changes.length === 0) return [];
  const lines = changes.map(({ operation, id, note }) => {
    const why = note === undefined ? "" : ` (${oneLine(note)})`;
    return `  ${oneLine(id)} ${of} ${oneLine(operation)}${why}`;
  });
  return [heading, ...lines];
}

function ending(report: Report, paint: Paint, paths: Readonly<Record<string, string>>): readonly string[] {
  const { symbol, words, tone } = RUN_LABELS[report.outcome];
  const { counts, run, target } = report;
  const { html, ...others } = paths;
  const each = (counts.exchanges / Math.max(report.requirements.length, 1)).toFixed(1);
  const requests = `${counted(counts.exchanges, "request")} (${each} a requirement)`;
  const amount = `${counted(counts.verdicts, "check")}, ${requests}, ${duration(run.milliseconds)}`;
  return [
    paint(`${oneLine(target.name)} at ${oneLine(target.url)}`, "quiet"),
    paint(amount, "quiet"),
    ...(target.selfConsistency
      ? ["Self-consistency run: the target is made from the same contract as the checks."]
      : []),
    ...[offered(report)].filter((line) => line !== undefined),
    `Outcome: ${paint(`${symbol} ${words}`, tone)}`,
    ...wrapped(oneLine(report.reason, 400), WIDTH),
    ...Object.entries(others).map(([name, path]) => `${name}: ${oneLine(path)}`),
    ...(html === undefined ? [] : [`Report: ${oneLine(html, 1000)}`]),
  ];
}
