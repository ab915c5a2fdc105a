import { levelCounts } from "../counts.ts";
import type { Report } from "../report.ts";
import { counted, figure } from "../text/words.ts";
import { RUN_LABELS } from "./labels.ts";
import { codeSpan as code, markdownTable as table } from "./markdown-parts.ts";
import { offered } from "./offered.ts";
import { byReason, groupBy, leftovers, problems, staying } from "./select.ts";

/** Pages that show such summaries cut them at a size; the first failures are the ones to see. */
const SHOWN = 50;

/** A short Markdown summary for a pipeline's page; whatever came from a target stands in code spans, where nothing is interpreted. */
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
    stale(report),
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
  const all = problems(report);
  if (all.length === 0) return "";
  const rows = all
    .slice(0, SHOWN)
    .map((verdict) =>
      verdict.outcome === "harness-error"
        ? [code(verdict.check), "a working harness", code(verdict.message)]
        : [code(verdict.check), code(verdict.expected), code(verdict.received)],
    );
  const more = all.length > SHOWN ? `\n\n… and ${figure(all.length - SHOWN)} more in the HTML report.` : "";
  return `### Failures\n\n${table([["Check", "Expected", "Received"], ["---", "---", "---"], ...rows])}${more}`;
}

function notRun(report: Report): string {
  const reasons = byReason(report, "could-not-run");
  if (reasons.length === 0) return "";
  const lines = reasons
    .slice(0, SHOWN)
    .map(([reason, verdicts]) => `- ${counted(verdicts.length, "check")}: ${code(reason)}`);
  return `### Could not run\n\n${lines.join("\n")}`;
}

function stale({ staleKnownFailures = [] }: Report): string {
  if (staleKnownFailures.length === 0) return "";
  const lines = staleKnownFailures.slice(0, SHOWN).map(({ check, state }) => `- ${code(check)}: ${state}`);
  return `### Known failures out of date\n\n${lines.join("\n")}`;
}

function left(report: Report): string {
  const changes = leftovers(report);
  if (changes.length === 0) return "";
  return `### Left on the target\n\n${changes.map(({ id, operation }) => `- ${code(id)} from ${code(operation)}`).join("\n")}`;
}

function stays(report: Report): string {
  const changes = staying(report);
  if (changes.length === 0) return "";
  const lines = [...groupBy(changes, ({ operation }) => operation)].map(
    ([operation, own]) => `- ${code(operation)}: ${own.map(({ id }) => code(id)).join(" ")}`,
  );
  return `### Stays on the target, as was permitted\n\n${lines.join("\n")}`;
}
