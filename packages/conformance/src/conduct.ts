import type { DoctorFinding, Report } from "@plumbline/report";
import { examine } from "./doctor/examine.ts";
import { provide } from "./doctor/provide.ts";
import { UnreachableError } from "./doctor/unreachable-error.ts";
import { NotSentError } from "./ground/not-sent-error.ts";
import { NothingSelectedError } from "./nothing-selected-error.ts";
import { type OpenRun, openRun } from "./open-run.ts";
import type { Check } from "./plan/check.ts";
import { plan } from "./plan/plan.ts";
import type { Budget } from "./plan/selection.ts";
import { witnesses } from "./plan/witnesses.ts";
import { planned, statementsOf } from "./report/statements-of.ts";
import type { ConductOptions } from "./run/conduct-options.ts";
import { run } from "./run/run.ts";
import type { RunResult } from "./run/run-options.ts";
import type { Purse } from "./run/spending.ts";
import type { Target } from "./target/target.ts";
import type { World } from "./target/world.ts";

/**
 * Conducts a whole run against an open target: preflight, plan, checks, report. It returns a report no matter what the
 * target does.
 * @throws NothingSelectedError when the selection leaves no check.
 */
export async function conduct(target: Target, options: ConductOptions): Promise<Report> {
  const open = openRun(target, options);
  try {
    return await judge(open);
  } catch (error) {
    return await cutShort(open, error);
  } finally {
    open.close();
  }
}

/** From this many writing checks on, the run looks at all records before and after them. */
const MANY_WRITES = 50;

/** The most requests of the last look at all records. */
const LOOK = 95;

/** The most requests of the cleanup after a run with this budget. */
const tidying = (requests: number): number => 10 + 0.02 * requests;

/** With a smaller budget, a run does not look at all records, because that would take a fifth of it. */
const ROOMY = 1_500;

function isWorthLooking(checks: readonly Check[], { options, target }: OpenRun): boolean {
  const { requests = ROOMY } = options.selection?.budget ?? {};
  // A mock has no records that a write could harm.
  if (target.mock || requests < ROOMY) return false;
  return checks.filter(writes).length >= MANY_WRITES || checks.some(isCampaign);
}

const writes = ({ obstacle, risk, work }: Check): boolean =>
  obstacle === undefined && risk !== "read" && work.kind !== "watch";

const isCampaign = (check: Check): boolean => check.work.kind === "campaign" && writes(check);

async function judge(open: OpenRun): Promise<Report> {
  const { target, options, journal, session } = open;
  const { requirements, selection = {} } = options;
  const planFor = (world: World): readonly Check[] => plan(requirements, target, world, selection);
  const { findings: seen } = await examine(session);
  const raw = [...seen, ...(await provide(session, selection, planFor)), ...spentBefore(open)];
  const findings = raw.map((finding) => session.gate.finding(finding));
  const own = planFor(session.world);
  if (own.length === 0) throw new NothingSelectedError();
  const checks = [...own, ...listeners(options, target, session.world)];
  options.onPlan?.(checks);
  for (const finding of findings) journal.append({ type: "doctor", finding });
  const statements = statementsOf(checks);
  const ours = checks.filter(({ visiting }) => visiting !== true);
  journal.append({ type: "plan", requirements: statements, checks: ours.map(planned) });
  const looksFirst = isWorthLooking(own, open);
  if (looksFirst) await session.custody.readSurroundings();
  const { verdicts, changes, knowledge, missing } = await runChecks(open, checks, looksFirst ? LOOK : 0);
  const late: readonly DoctorFinding[] = [
    ...known(knowledge),
    ...(missing === undefined ? [] : [{ subject: "paths", state: "advice", text: missing } as const]),
    ...session.givenUp.map((text) => ({ subject: "answers", state: "problem", text }) as const),
  ];
  for (const finding of late.map((one) => session.gate.finding(one))) {
    findings.push(finding);
    journal.append({ type: "doctor", finding });
  }
  // A shard has no verdict for requirements that only another shard can decide.
  const decided = new Set(verdicts.map(({ requirement }) => requirement));
  return open.finish({
    doctor: findings,
    requirements: statements.filter(({ id }) => decided.has(id)),
    verdicts,
    changes,
    interrupted: open.signal.aborted,
    ...stoppedIn(open),
  });
}

/** Tells the user if the preflight alone used up the budget. */
function spentBefore({ exchanges, options }: OpenRun): readonly DoctorFinding[] {
  const [sent, { requests }] = [exchanges(), options.selection?.budget ?? {}];
  if (requests === undefined || sent < requests) return [];
  const text = `the preflight alone sent ${sent} requests, so a budget of ${requests} leaves none for checks: give it at least ${sent + 200}`;
  return [{ subject: "budget", state: "problem", text }];
}

/** The share of read members for which earlier answers left only one possible value. */
function known({ compared, read }: RunResult["knowledge"]): readonly DoctorFinding[] {
  if (read === 0) return [];
  const share = Math.floor((100 * compared) / read);
  const text = `the run read ${read} members of records and compared ${compared} (${share} %) of them with the one value that they could have`;
  return [{ subject: "model", state: "ok", text }];
}

function runChecks(open: OpenRun, checks: readonly Check[], looking: number): Promise<RunResult> {
  // If the other checks need less of the budget, the run goes on to those that the plan left out.
  const all = checks.map((check) => check.spare ?? check);
  const { target, options, session } = open;
  const { selection, patience, replay } = options;
  const { budget } = selection ?? {};
  return run(all, session, {
    witnesses: witnesses(checks, options.requirements, target, session.world, selection),
    jobs: options.jobs ?? 16,
    ...(patience !== undefined && { patience }),
    ...(replay && { replay }),
    ...(budget !== undefined && { purse: purseOf(budget, open, looking) }),
    onProgress: (progress) => options.onProgress?.({ ...progress, exchanges: open.exchanges() }),
  });
}

const purseOf = ({ requests, seconds }: Budget, { began, exchanges }: OpenRun, looking: number): Purse => ({
  ...(requests !== undefined && { requests }),
  ...(seconds !== undefined && { until: began + seconds * 1_000 }),
  sent: exchanges,
  kept: tidying(requests ?? 0) + looking,
});

/**
 * The report of a run that the user interrupted, or whose target could not be reached or stopped.
 * @throws any other error that ended the run
 */
async function cutShort(open: OpenRun, error: unknown): Promise<Report> {
  const { session, signal } = open;
  const isStopped = error instanceof NotSentError && session.stopped !== undefined;
  if (error instanceof UnreachableError && !signal.aborted) return open.finish({ unreachable: error.message });
  if (!signal.aborted && !isStopped) {
    // An unexpected error is no reason to leave the run's records behind; the first error is the one to report.
    await session.custody.settle().catch(() => undefined);
    throw error;
  }
  // Removes the records that were created before the first check, or reports them.
  await session.custody.settle();
  const changes = session.custody.changes.map((change) => session.gate.change(change));
  return open.finish(signal.aborted ? { interrupted: true, changes } : { ...stoppedIn(open), changes });
}

const stoppedIn = ({ session: { stopped } }: OpenRun): { stopped?: string } =>
  stopped === undefined ? {} : { stopped };

/** The checks of requirements that send no requests. */
function listeners({ listening = [], selection }: ConductOptions, target: Target, world: World): readonly Check[] {
  return plan(listening, target, world, selection)
    .filter(({ obstacle }) => obstacle === undefined)
    .map((check) => ({ ...check, visiting: true }));
}
