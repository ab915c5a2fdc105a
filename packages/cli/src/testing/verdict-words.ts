import { type Check, forbidden, type Target } from "@plumbline/conformance";
import { type Report, shownExchange, type Verdict } from "@plumbline/report";

type Ending = Pick<Report, "outcome" | "reason">;

/** How many reasons the test for incomplete checks names. */
const MOST_REASONS = 5;

/**
 * The message for a broken check: the rule, the expectation, the value, the request as a curl line, and a command to
 * read more.
 */
export function brokenWords(
  verdict: Verdict & { readonly expected: string; readonly received: string },
  report: Pick<Report, "requirements" | "exchanges">,
): string {
  const { check, requirement, expected, received } = verdict;
  const rule = report.requirements.find(({ id }) => id === requirement)?.text;
  const shown = shownExchange(verdict);
  const curl = report.exchanges.find(({ id }) => id === shown)?.curl;
  return [
    `${check}: ${rule ?? ""}`,
    `expected ${expected}`,
    `received ${received}`,
    ...(curl === undefined ? [] : [curl]),
    `plumbline explain ${requirement}`,
  ].join("\n");
}

/** Why a planned check has no verdict: the run did not reach it, or no answer showed what it examines. */
export function unseenWords(
  { subject }: Pick<Check, "subject">,
  target: Pick<Target, "allow" | "mock">,
  ending: Ending | undefined,
): string {
  const ended = endOf(ending);
  if (ended !== undefined) return `the run ended before this check: ${ended}`;
  if (subject === undefined) return "no answer in this run shows it";
  const { id, risk } = subject.operation;
  const why = forbidden(risk, target);
  return `no answer of ${id} in this run shows it${why === undefined ? "" : `: ${id} ${why}`}`;
}

/** Why a run ended early. */
function endOf(ending: Ending | undefined): string | undefined {
  if (ending === undefined) return "the check ended with an error of Plumbline";
  return ["unreachable", "interrupted", "harness-error"].includes(ending.outcome) ? ending.reason : undefined;
}

/** Why checks could not run, with the most frequent reason first, and what to do about it. */
export function incompleteWords(lacking: readonly Verdict[], planned: number, ending: Ending | undefined): string {
  const counts = new Map<string, number>();
  for (const verdict of lacking)
    if (verdict.outcome === "could-not-run") counts.set(verdict.reason, (counts.get(verdict.reason) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const more = sorted.length > MOST_REASONS ? [`  and ${sorted.length - MOST_REASONS} more reasons`] : [];
  const ended = endOf(ending);
  return [
    `expected all ${planned} checks to run, ${lacking.length} could not`,
    ...(ended === undefined ? [] : [`  the run ended early: ${ended}`]),
    ...sorted.slice(0, MOST_REASONS).map(([reason, count]) => `  ${count} × ${reason}`),
    ...more,
    "Add the missing settings to a target file, leave the checks out by area, operation or skip, or set allowIncomplete: true.",
  ].join("\n");
}
