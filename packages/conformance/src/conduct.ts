import { setMaxListeners } from "node:events";
import { type ConnectOptions, connect, type Exchange, Redactor } from "@plumbline/client";
import {
  buildReport,
  EVENTS_FORMAT,
  type PlannedCheck,
  REPORT_FORMAT,
  type Report,
  type RequirementSummary,
} from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import { areaOf } from "./area-of.ts";
import { type Journal, noJournal } from "./journal.ts";
import { jsonBounds } from "./kernel/json-bounds.ts";
import { NotSentError } from "./kernel/not-sent-error.ts";
import { Recorder } from "./kernel/recorder.ts";
import { Session } from "./kernel/session.ts";
import { NothingSelectedError } from "./nothing-selected-error.ts";
import { byRequirement } from "./plan/by-requirement.ts";
import type { Check } from "./plan/check.ts";
import { plan } from "./plan/plan.ts";
import type { Selection } from "./plan/selection.ts";
import { witnesses } from "./plan/witnesses.ts";
import type { Requirement, WatchRequirement } from "./requirement.ts";
import { run } from "./run/run.ts";
import type { Progress, Replay } from "./run/run-options.ts";
import { examine } from "./target/doctor.ts";
import { emptyWorld } from "./target/empty-world.ts";
import { provide } from "./target/provide.ts";
import { secretsOf } from "./target/secrets-of.ts";
import type { Target } from "./target/target.ts";
import { UnreachableError } from "./target/unreachable-error.ts";
import type { World } from "./target/world.ts";
import { ViewGatherer } from "./views/gather.ts";

/** How a run is done, apart from the target and what to check. */
export interface ConductOptions {
  readonly requirements: readonly Requirement[];
  /** Rules about all answers that hear what the requirements bring, and have a verdict only where an answer shows one. */
  readonly listening?: readonly WatchRequirement[];
  readonly selection?: Selection;
  /** Checks at a time. Default 16. */
  readonly jobs?: number;
  /**
   * Milliseconds that one check may wait for a target whose clock cannot be moved, and that a target may ask to be left
   * alone without answering anything of use; in all ten times as much. Default 120 seconds.
   */
  readonly patience?: number;
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress & { readonly exchanges: number }) => void;
  /** Hears of what is waited for before it is. */
  readonly onWait?: (text: string) => void;
  readonly onPlan?: (checks: readonly Check[]) => void;
  readonly replay?: Replay;
  readonly connection?: Partial<ConnectOptions>;
  /** Hears of every exchange as it was on the wire, secrets included: for measuring, never for storing. */
  readonly onWire?: (exchange: Exchange) => void;
  readonly seed?: number;
  /** Exchanges that the report holds besides evidence of campaigns, at least; the journal has all. Default: every one. */
  readonly keepExchanges?: number;
  /** Shown in the report: the command line and the version of the program. */
  readonly command: string;
  readonly toolVersion: string;
  readonly runId: string;
}

/**
 * The whole run against an open target: doctor, plan, checks, report. Whatever the target does, a report comes back.
 * @throws NothingSelectedError when the selection leaves no check.
 */
export async function conduct(target: Target, options: ConductOptions): Promise<Report> {
  const began = Date.now();
  const journal = options.journal ?? noJournal;
  const redactor = new Redactor();
  for (const [secret, username] of secretsOf(target)) redactor.learn(secret, username);
  const recorder = new Recorder(journal, redactor, began, options.keepExchanges);
  const gatherer = new ViewGatherer(target, redactor);
  const signal = options.signal ?? new AbortController().signal;
  // Every request in flight listens.
  setMaxListeners(0, signal);
  const { run: facts, tool, target: shown } = factsOf(target, options, began);
  journal.append({ type: "run", format: EVENTS_FORMAT, tool, run: facts, target: shown });
  const connection = connect({
    origins: [target.baseUrl, ...(target.metricsUrl === undefined ? [] : [target.metricsUrl])],
    connections: options.jobs ?? 16,
    userAgent: `plumbline/${options.toolVersion} (${options.runId})`,
    ...options.connection,
    bounds: jsonBounds(target.contract),
    onExchange: (exchange) => {
      recorder.record(exchange);
      gatherer.see(exchange);
      options.onWire?.(exchange);
    },
    onSecret: (secret, username) => redactor.learn(secret, username),
    onAuthorization: (value) => redactor.sent(value),
  });
  const finish = (parts: Partial<Parameters<typeof buildReport>[0]>): Report => {
    const milliseconds = Date.now() - began;
    const { kept } = session.world.memory;
    const views = { ...gatherer.views(), ...(target.mock ? {} : { kept: kept.all }) };
    const report = buildReport({
      format: REPORT_FORMAT,
      tool,
      run: { ...facts, milliseconds },
      target: shown,
      doctor: [],
      requirements: [],
      verdicts: [],
      changes: [],
      exchanges: recorder.exchanges,
      ...views,
      ...parts,
    });
    journal.append({ type: "end", outcome: report.outcome, reason: report.reason, milliseconds, views });
    return report;
  };
  const session = new Session(
    {
      target,
      connection,
      recorder,
      redactor,
      journal,
      signal,
      ...(options.patience !== undefined && { patience: options.patience }),
      ...(options.onWait && { onWait: options.onWait }),
    },
    emptyWorld(target),
  );
  const stopped = (): { stopped?: string } =>
    session.stopped === undefined ? {} : { stopped: redactor.text(session.stopped) };
  try {
    const planFor = (world: World) => plan(options.requirements, target, world, options.selection);
    const { findings: seen } = await examine(session);
    const raw = [...seen, ...(await provide(session, options.selection ?? {}, planFor))];
    const findings = raw.map((finding) => ({ ...finding, text: redactor.text(finding.text) }));
    const { world } = session;
    const own = planFor(world);
    if (own.length === 0) throw new NothingSelectedError();
    const checks = [...own, ...listeners(options, target, world)];
    options.onPlan?.(checks);
    for (const finding of findings) journal.append({ type: "doctor", finding });
    const statements = statementsOf(checks);
    journal.append({
      type: "plan",
      requirements: statements,
      checks: checks.filter(({ visiting }) => visiting !== true).map(planned),
    });
    const { verdicts, changes, missing } = await run(checks, session, {
      witnesses: witnesses(checks, options.requirements, target, world, options.selection),
      jobs: options.jobs ?? 16,
      ...(options.patience === undefined ? {} : { patience: options.patience }),
      ...(options.replay && { replay: options.replay }),
      ...(options.selection?.budget?.seconds === undefined
        ? {}
        : { until: began + options.selection.budget.seconds * 1_000 }),
      onProgress: (progress) => options.onProgress?.({ ...progress, exchanges: recorder.count }),
    });
    if (missing !== undefined) {
      const finding = { subject: "paths", state: "advice", text: redactor.text(missing) } as const;
      findings.push(finding);
      journal.append({ type: "doctor", finding });
    }
    // In a shard, what only another one can decide has no verdict.
    const decided = new Set(verdicts.map(({ requirement }) => requirement));
    const requirements = statements.filter(({ id }) => decided.has(id));
    return finish({ doctor: findings, requirements, verdicts, changes, interrupted: signal.aborted, ...stopped() });
  } catch (error) {
    const isStopped = error instanceof NotSentError && session.stopped !== undefined;
    if (error instanceof UnreachableError && !signal.aborted)
      return finish({ unreachable: redactor.text(error.message) });
    if (!signal.aborted && !isStopped) throw error;
    // What was lent to the target before its first check is taken back, or told.
    await session.custody.settle();
    const changes = [...session.custody.changes];
    return finish(signal.aborted ? { interrupted: true, changes } : { ...stopped(), changes });
  } finally {
    connection.close();
  }
}

/** The checks of rules that nothing is sent for. */
function listeners({ listening = [], selection }: ConductOptions, target: Target, world: World): readonly Check[] {
  return plan(listening, target, world, selection)
    .filter(({ obstacle }) => obstacle === undefined)
    .map((check) => ({ ...check, visiting: true }));
}

/** What a report says about the run itself, known before anything was sent. */
function factsOf(target: Target, options: ConductOptions, began: number) {
  return {
    tool: { name: "plumbline" as const, version: options.toolVersion },
    run: {
      id: options.runId,
      startedAt: new Date(began).toISOString(),
      command: options.command,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...selectionText(options.selection),
    },
    target: {
      name: target.name,
      kind: target.kind,
      url: target.baseUrl,
      ...(target.metricsUrl === undefined ? {} : { metricsUrl: target.metricsUrl }),
      profile: target.contract.profile.name,
      versions: target.versions.map(versionLabel),
      selfConsistency: target.selfConsistency,
      ...(target.faults === undefined ? {} : { faults: target.faults }),
      ...offersOf(target),
      allowed: [...target.allow],
    },
  };
}

/** How much of the interface a target says it has, where that is not all. */
function offersOf({ contract: { operations } }: Target): Pick<Report["target"], "offers"> {
  const offered = operations.filter(({ routes }) => routes.length > 0).length;
  return offered === operations.length ? {} : { offers: { operations: offered, of: operations.length } };
}

const planned = ({ id, requirement, subject }: Check): PlannedCheck => ({
  check: id,
  requirement: requirement.id,
  ...(subject && { operation: subject.operation.id, version: versionLabel(subject.version) }),
});

function statementsOf(checks: readonly Check[]): Omit<RequirementSummary, "outcome" | "checks">[] {
  return [...byRequirement(checks)].map(([{ id, kind, level, basis, text, section }, own]) => {
    const provisional = own.some((check) => check.subject?.operation.provisional);
    return { id, area: areaOf(id), kind, level, basis, text, section, ...(provisional ? { provisional } : {}) };
  });
}

function selectionText(selection: Selection | undefined): { selection?: string } {
  const { shard, budget, ...lists } = selection ?? {};
  const parts = [
    ...Object.entries(lists).flatMap(([name, values]) => (values?.length ? [`${name} ${values.join(",")}`] : [])),
    ...(shard ? [`shard ${shard.index}/${shard.of}`] : []),
    ...(budget?.requests === undefined ? [] : [`at most ${budget.requests} requests`]),
    ...(budget?.seconds === undefined ? [] : [`at most ${budget.seconds} seconds`]),
  ];
  return parts.length === 0 ? {} : { selection: parts.join("; ") };
}
