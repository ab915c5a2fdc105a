import type { Report, RequirementSummary } from "../report.ts";
import { groupBy, requirementsById, type VerdictOf, verdictsOf } from "../select.ts";
import { oneLine } from "../text/visible.ts";
import { counted } from "../text/words.ts";

/** GitHub shows ten annotations of each kind per step, and silently drops the others. */
const SHOWN = 10;
const SHOWN_CHECKS = 3;

/**
 * Workflow commands of GitHub Actions, one line each, grouped by requirement: errors for results that fail the run,
 * warnings for the others.
 */
export function renderAnnotations(report: Report): string {
  const broken = report.verdicts.filter(
    (verdict) => verdict.outcome === "harness-error" || verdict.outcome === "fail" || verdict.outcome === "flaky",
  );
  const errors = [...ending(report), ...stale(report), ...grouped(report, broken)];
  const warnings = [...incomplete(report), ...grouped(report, verdictsOf(report, "warn"))];
  return [...commands("error", errors), ...commands("warning", warnings)].join("");
}

interface Annotation {
  readonly title: string;
  readonly message: string;
}

function commands(kind: "error" | "warning", annotations: readonly Annotation[]): readonly string[] {
  const hidden = annotations.length - SHOWN;
  const shown =
    hidden <= 0
      ? annotations
      : [
          ...annotations.slice(0, SHOWN - 1),
          { title: "Plumbline", message: `${counted(hidden + 1, "more requirement")}: see the report.` },
        ];
  return shown.map(({ title, message }) => `::${kind} title=${property(title)}::${data(message)}\n`);
}

function ending({ outcome, reason }: Report): readonly Annotation[] {
  if (outcome !== "interrupted" && outcome !== "unreachable") return [];
  return [{ title: `Plumbline: ${outcome}`, message: oneLine(reason, 400) }];
}

function incomplete({ outcome, reason }: Report): readonly Annotation[] {
  return outcome === "incomplete" ? [{ title: "Plumbline: incomplete", message: oneLine(reason, 400) }] : [];
}

function stale({ staleKnownFailures = [] }: Report): readonly Annotation[] {
  if (staleKnownFailures.length === 0) return [];
  const lines = staleKnownFailures.slice(0, SHOWN).map(({ check, state }) => `${oneLine(check)} (${state})`);
  const amount = counted(staleKnownFailures.length, "known failure");
  return [{ title: "Plumbline: stale known failures", message: [`${amount} out of date:`, ...lines].join("\n") }];
}

type Annotated = VerdictOf<"harness-error" | "fail" | "flaky" | "warn">;

function grouped(report: Report, verdicts: readonly Annotated[]): readonly Annotation[] {
  const requirements = requirementsById(report);
  return [...groupBy(verdicts, ({ requirement }) => requirement)].map(([id, own]) =>
    annotation(id, requirements.get(id), own),
  );
}

function annotation(
  id: string,
  requirement: RequirementSummary | undefined,
  verdicts: readonly Annotated[],
): Annotation {
  const more = verdicts.length - SHOWN_CHECKS;
  const lines = [
    ...(requirement === undefined ? [] : [oneLine(requirement.text, 300)]),
    ...verdicts.slice(0, SHOWN_CHECKS).map(line),
    ...(more > 0 ? [`and in ${counted(more, "more check")}`] : []),
  ];
  const level = requirement === undefined ? "" : ` (${requirement.level})`;
  return { title: `Plumbline ${oneLine(id)}${level}`, message: lines.join("\n") };
}

function line(verdict: Annotated): string {
  const check = oneLine(verdict.check);
  if (verdict.outcome === "harness-error") return `${check}: Plumbline itself failed: ${oneLine(verdict.message)}`;
  return `${check}: expected ${oneLine(verdict.expected)}; received ${oneLine(verdict.received)}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C" };

function data(text: string): string {
  return text.replace(/[%\r\n]/gu, (character) => ESCAPES[character] ?? character);
}

function property(text: string): string {
  return text.replace(/[%\r\n:,]/gu, (character) => ESCAPES[character] ?? character);
}
