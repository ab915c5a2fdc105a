import type { RunEvent } from "./events/event.ts";
import { readJournal } from "./events/read-journal.ts";
import { assertReport } from "./json.ts";
import { type Change, REPORT_FORMAT, type Report, type ReportExchange, type Verdict } from "./report.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { buildReport, type RequirementStatement } from "./summarise.ts";

const CUT = "the run ended before this check";

/**
 * The report of a run from the NDJSON lines of its journal. Without the last event the run counts as interrupted: planned
 * checks without a verdict could not run, and what was made and not undone is left.
 * @throws {ReportFormatError} when the lines are no journal of this format.
 */
export function reportFromJournal(lines: readonly string[]): Report {
  const events = readJournal(lines);
  const [first] = events;
  if (first?.type !== "run") throw new ReportFormatError("line 1.type", '"run"', first ? `"${first.type}"` : "missing");
  const end = events.findLast((event) => event.type === "end");
  const plan = events.findLast((event) => event.type === "plan");
  const exchanges = events.flatMap((event) => (event.type === "exchange" ? [event.exchange] : []));
  const verdicts = events.flatMap((event) => (event.type === "verdict" ? [event.verdict] : []));
  const { staleKnownFailures, views } = end ?? {};
  const whole = end === undefined ? [...verdicts, ...undecided(plan, verdicts)] : verdicts;
  const decided = new Set(whole.map(({ requirement }) => requirement));
  const inShard = /\bshard \d+\/\d+/.test(first.run.selection ?? "");
  // A rule about all answers that only another shard can decide has no verdict.
  const isElsewhere = ({ id, kind }: RequirementStatement): boolean =>
    inShard && (kind === "watch" || kind === "silent") && !decided.has(id);
  const report = buildReport({
    format: REPORT_FORMAT,
    tool: first.tool,
    run: { ...first.run, milliseconds: end?.milliseconds ?? lastMoment(exchanges) },
    target: first.target,
    doctor: events.flatMap((event) => (event.type === "doctor" ? [event.finding] : [])),
    requirements: (plan?.requirements ?? []).filter((statement) => !isElsewhere(statement)),
    verdicts: whole,
    exchanges,
    changes: changesOf(events),
    ...(staleKnownFailures === undefined ? {} : { staleKnownFailures }),
    ...views,
    ...(end === undefined ? { interrupted: true } : {}),
  });
  const ended: unknown = end === undefined ? report : { ...report, outcome: end.outcome, reason: end.reason };
  assertReport(ended);
  return ended;
}

function lastMoment(exchanges: readonly ReportExchange[]): number {
  return exchanges.reduce((last, { at, milliseconds }) => Math.max(last, at + milliseconds), 0);
}

type Plan = Extract<RunEvent, { readonly type: "plan" }>;

function undecided(plan: Plan | undefined, verdicts: readonly Verdict[]): readonly Verdict[] {
  const decided = new Set(verdicts.flatMap(({ check }) => [check, check.split("#")[0]]));
  // A campaign is planned under its requirement and reports under the names of its findings.
  const searched = new Set(verdicts.filter(({ check }) => check.includes("#")).map(({ requirement }) => requirement));
  return (plan?.checks ?? [])
    .filter(({ check }) => !decided.has(check) && !searched.has(check))
    .map((planned) => ({ ...planned, evidence: [], outcome: "could-not-run", reason: CUT }));
}

function changesOf(events: readonly RunEvent[]): readonly Change[] {
  const held: { readonly operation: string; readonly id: string }[] = [];
  const changes: Change[] = [];
  for (const event of events) {
    if (event.type === "made" || event.type === "changed") held.push({ operation: event.operation, id: event.id });
    if (event.type !== "undone") continue;
    const { type: _type, ...change } = event;
    changes.push(change);
    const own = held.findLastIndex(({ operation, id }) => operation === event.operation && id === event.id);
    if (own >= 0) held.splice(own, 1);
  }
  return [
    ...changes,
    ...held.map((one): Change => ({ ...one, state: "left", note: "the run ended before it was undone" })),
  ];
}
