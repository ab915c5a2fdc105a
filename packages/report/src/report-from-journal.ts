import type { RunEvent } from "./events/event.ts";
import { readJournal } from "./events/read-journal.ts";
import { assertReport, parseExchanges } from "./json.ts";
import { readBack } from "./redacted.ts";
import { type Change, REPORT_FORMAT, type Report, type ReportExchange, type Verdict } from "./report.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { shardsIn } from "./shards-in.ts";
import { buildReport, type RequirementStatement } from "./summarise.ts";

const CUT = "the run ended before this check";
const CUT_BEFORE_UNDONE = "the run ended before it could undo this";

/**
 * Makes the report of a run from the NDJSON lines of its journal and, if the journal contains no exchanges, from the
 * text of `exchanges.ndjson`. Without the last event the run counts as interrupted: planned checks without a verdict
 * could not run, and records that were created and not deleted are leftovers.
 *
 * @throws {ReportFormatError} when the lines are not a journal of this format.
 */
export function reportFromJournal(lines: readonly string[], apart = ""): Report {
  const events = readJournal(lines);
  const [first] = events;
  if (first?.type !== "run") throw new ReportFormatError("line 1.type", '"run"', first ? `"${first.type}"` : "missing");
  const end = events.findLast((event) => event.type === "end");
  const plan = events.findLast((event) => event.type === "plan");
  const within = events.flatMap((event) => (event.type === "exchange" ? [event.exchange] : []));
  const exchanges = within.length > 0 ? within : parseExchanges(apart);
  // A verdict may be written again with more details, so the last one counts.
  const told = new Map(
    events.flatMap((event) => (event.type === "verdict" ? [[event.verdict.check, event.verdict]] : [])),
  );
  const verdicts = [...told.values()];
  const { staleKnownFailures, views } = end ?? {};
  const whole = end === undefined ? [...verdicts, ...undecided(plan, verdicts)] : verdicts;
  const decided = new Set(whole.map(({ requirement }) => requirement));
  const inShard = shardsIn(first.run.selection ?? "").some((shard) => shard !== undefined);
  // A rule about all answers that only another shard can decide has no verdict here.
  const isElsewhere = ({ id, kind }: RequirementStatement): boolean =>
    inShard && (kind === "watch" || kind === "silent") && !decided.has(id);
  const report = buildReport(
    readBack({
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
    }),
  );
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
  // The plan names a campaign by its requirement; its verdicts have the names of its findings.
  const searched = new Set(verdicts.filter(({ check }) => check.includes("#")).map(({ requirement }) => requirement));
  return (plan?.checks ?? [])
    .filter(({ check }) => !decided.has(check) && !searched.has(check))
    .map((planned) => ({ ...planned, evidence: [], outcome: "could-not-run", reason: CUT }));
}

/** The records that the run created and changed, each with its final state; an entry without one was left. */
function changesOf(events: readonly RunEvent[]): readonly Change[] {
  const open = new Map<number, Change>();
  const changes = new Map<unknown, Change>();
  for (const [index, event] of events.entries()) {
    switch (event.type) {
      case "intent": {
        const { operation, path } = event;
        const id = path["alertId"] ?? path["clusterName"] ?? path["groupId"] ?? path["orgId"] ?? "";
        const asked = event.before === undefined && event.marked !== undefined;
        open.set(event.entry, { operation, id: asked ? "no answer came" : id, state: "left", note: CUT_BEFORE_UNDONE });
        break;
      }
      case "made":
        open.set(event.entry, { operation: event.operation, id: event.id, state: "left", note: CUT_BEFORE_UNDONE });
        break;
      case "void":
        open.delete(event.entry);
        break;
      case "undone": {
        const { type: _type, entry, ...change } = event;
        if (entry !== undefined) open.delete(entry);
        changes.set(entry ?? `line ${index}`, change);
        break;
      }
      default:
    }
  }
  return [...changes.values(), ...open.values()];
}
