import { type Cause, causesOf, isFailure, rulesOf } from "../causes/causes-of.ts";
import { SymptomWords } from "../causes/symptom-words.ts";
import { levelCounts } from "../counts.ts";
import { shownExchange } from "../deciding.ts";
import type { Report } from "../report.ts";
import { byReason, disturbed, groupBy, leftovers, staying, verdictsOf } from "../select.ts";
import { countedIds } from "../text/counted-ids.ts";
import { counted, figure } from "../text/words.ts";
import { RUN_LABELS } from "./labels.ts";
import { codeBlock as block, codeSpan as code, markdownTable as table } from "./markdown-parts.ts";
import { offered } from "./offered.ts";
import { passedBy } from "./passed-by.ts";

/** The limit keeps the summary below the size at which hosts cut it; the first failures are the most important. */
const SHOWN = 50;

/**
 * A short Markdown summary for the page of a pipeline. Texts from a target are in code spans, which are not
 * interpreted.
 */
export function renderMarkdown(report: Report): string {
  const { symbol, words } = RUN_LABELS[report.outcome];
  const blocks = [
    `## ${symbol} Plumbline: ${words}`,
    code(report.reason, 400),
    ...(report.target.selfConsistency
      ? ["**Self-consistency run**: the target is made from the same contract as the checks."]
      : []),
    `Target ${code(report.target.url)}, profile ${code(report.target.profile)}, ${counted(report.counts.exchanges, "request")}.`,
    offered(report) ?? "",
    counts(report),
    failures(report),
    notRun(report),
    unjudged(report),
    stale(report),
    beside(report),
    left(report),
    stays(report),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function counts(report: Report): string {
  const rows = levelCounts(report.counts).map(({ level, applicable, byOutcome }) => [
    level,
    applicable === 0 ? "–" : `${figure(byOutcome.pass)} of ${figure(applicable)}`,
    figure(byOutcome.fail + byOutcome.flaky),
    figure(byOutcome.warn),
    figure(byOutcome["known-fail"]),
    figure(byOutcome["could-not-run"]),
    figure(byOutcome["not-applicable"]),
  ]);
  const heads = ["Level", "Hold, of those that apply", "Fail", "Warn", "Known", "Could not run", "Not applicable"];
  return table([heads, heads.map((_, index) => (index === 0 ? "---" : "--:")), ...rows]);
}

function failures(report: Report): string {
  const mishaps = verdictsOf(report, "harness-error");
  const causes = causesOf(report);
  const failed = causes.filter(isFailure);
  const symptoms = new SymptomWords(report);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const rows = [
    ...mishaps.map(({ check, message }, at) => [
      figure(at + 1),
      code(message),
      code(check),
      "1",
      "a working harness",
      code(message),
    ]),
    ...failed.flatMap((cause, at) =>
      rulesOf(cause).map(({ first, others }, place) => [
        place === 0 ? figure(mishaps.length + at + 1) : "as well",
        code(symptoms.of(first, others)),
        code(first.check),
        figure(others.length + 1),
        code(first.expected),
        code(first.received),
      ]),
    ),
  ];
  if (rows.length === 0) return warnings(causes);
  const heads = ["Cause", "What happens", "The clearest check", "Checks", "Expected", "Received"];
  const lines = failed.slice(0, SHOWN).flatMap(({ first }) => exchanges.get(shownExchange(first) ?? "")?.curl ?? []);
  const more = rows.length > SHOWN ? `\n\n… and ${counted(rows.length - SHOWN, "more row")} in the HTML report.` : "";
  return [
    `### ${counted(mishaps.length + failed.length, "cause")} of failures`,
    `${table([heads, ["---", "---", "---", "--:", "---", "---"], ...rows.slice(0, SHOWN)])}${more}`,
    ...(lines.length === 0 ? [] : [`The requests that show the causes, in the same order:\n\n${block(lines)}`]),
    ...[warnings(causes)].filter((text) => text !== ""),
  ].join("\n\n");
}

function warnings(causes: readonly Cause[]): string {
  const own = causes.filter((cause) => !isFailure(cause));
  if (own.length === 0) return "";
  const lines = own
    .slice(0, SHOWN)
    .map(
      ({ first, others }) =>
        `- ${code(first.check)}${others.length === 0 ? "" : ` and ${counted(others.length, "other check")}`}`,
    );
  return `### Broken recommendations\n\n${lines.join("\n")}`;
}

function notRun(report: Report): string {
  const reasons = byReason(report, "could-not-run");
  if (reasons.length === 0) return "";
  const lines = reasons
    .slice(0, SHOWN)
    .map(([reason, verdicts]) => `- ${counted(verdicts.length, "check")}: ${code(reason)}`);
  return `### Could not run\n\n${lines.join("\n")}`;
}

function unjudged(report: Report): string {
  const lines = passedBy(report);
  if (lines.length === 0) return "";
  return `### Passed by\n\n${lines.map((text) => `- ${code(text, 400)}`).join("\n")}`;
}

function stale({ staleKnownFailures = [] }: Report): string {
  if (staleKnownFailures.length === 0) return "";
  const lines = staleKnownFailures.slice(0, SHOWN).map(({ check, state }) => `- ${code(check)}: ${state}`);
  return `### Known failures out of date\n\n${lines.join("\n")}`;
}

function left(report: Report): string {
  const changes = leftovers(report);
  if (changes.length === 0) return "";
  return `### Remains on the target\n\n${changes.map(({ id, operation }) => `- ${code(id)} from ${code(operation)}`).join("\n")}`;
}

function beside(report: Report): string {
  const changes = disturbed(report);
  if (changes.length === 0) return "";
  const lines = changes.map(({ id, note = "", operation }) => `- ${code(id)} after ${code(operation)}: ${code(note)}`);
  return `### Changed although no request addressed it\n\n${lines.join("\n")}`;
}

function stays(report: Report): string {
  const changes = staying(report);
  if (changes.length === 0) return "";
  const lines = [...groupBy(changes, ({ operation }) => operation)].map(
    ([operation, own]) =>
      `- ${code(operation)}: ${countedIds(
        own.map(({ id }) => code(id)),
        SHOWN,
      ).join(" ")}`,
  );
  return `### Stays on the target, as you permitted\n\n${lines.join("\n")}`;
}
