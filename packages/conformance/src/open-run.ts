import { setMaxListeners } from "node:events";
import { connect, Redactor, steadyNow } from "@plumbline/client";
import { EVENTS_FORMAT, REPORT_FORMAT, type Report } from "@plumbline/report";
import { type Log, noJournal } from "./ground/journal.ts";
import { Gate, type PassedFacts } from "./kernel/gate.ts";
import { jsonBounds } from "./kernel/json-bounds.ts";
import { Recorder, type Searched } from "./kernel/recorder.ts";
import { Session, type SessionParts, TIDIES } from "./kernel/session.ts";
import { factsOf } from "./report/facts-of.ts";
import type { ConductOptions } from "./run/conduct-options.ts";
import { emptyWorld } from "./target/empty-world.ts";
import { secretsOf } from "./target/secrets-of.ts";
import type { Target } from "./target/target.ts";
import { ViewGatherer } from "./views/gather.ts";

/** A run that has begun, with its session, its journal and its report. */
export interface OpenRun {
  readonly target: Target;
  readonly options: ConductOptions;
  /** Milliseconds since the epoch. */
  readonly began: number;
  readonly journal: Log;
  readonly signal: AbortSignal;
  readonly session: Session;
  /** The number of exchanges so far. */
  readonly exchanges: () => number;
  /** Ends the run with a report of the facts that are known by then. */
  readonly finish: (parts: Partial<PassedFacts>) => Report;
  readonly close: () => void;
}

/** Begins a run: writes the first line of its journal, but sends no request yet. */
export function openRun(target: Target, options: ConductOptions): OpenRun {
  const began = steadyNow();
  const redactor = new Redactor();
  const gate = new Gate(redactor);
  const written = options.journal ?? noJournal;
  const journal = gate.log(written);
  for (const [secret, username] of secretsOf(target)) redactor.learn(secret, username);
  const recorder = new Recorder(written, gate, began, searchedOf(options));
  const gatherer = new ViewGatherer(target, gate);
  const signal = options.signal ?? new AbortController().signal;
  // Every request in flight listens to the signal, so the limit of listeners is off.
  setMaxListeners(0, signal);
  const facts = factsOf(target, options, began);
  journal.append({ type: "run", format: EVENTS_FORMAT, ...facts });
  const connection = connectionOf(target, options, { recorder, redactor, gatherer });
  const { bystanders = "accompanied" } = options;
  const session = new Session(
    { target, connection, recorder, gate, journal, signal, bystanders, ...waitingOf(options) },
    emptyWorld(target),
  );
  const finish = (parts: Partial<PassedFacts>): Report => {
    const milliseconds = steadyNow() - began;
    const { kept } = session.world.memory;
    const views = { ...gatherer.views(), ...(target.mock ? {} : { kept: kept.all }) };
    const run = { ...facts.run, milliseconds };
    recorder.close();
    const { exchanges } = recorder;
    const report = gate.report({
      format: REPORT_FORMAT,
      ...facts,
      run,
      ...NOTHING_FOUND,
      exchanges,
      ...views,
      ...parts,
    });
    journal.append({ type: "end", outcome: report.outcome, reason: report.reason, milliseconds, views });
    return report;
  };
  const exchanges = (): number => recorder.count;
  const close = (): void => connection.close();
  return { target, options, began, journal, signal, session, exchanges, finish, close };
}

/**
 * Selects the exchanges of campaigns and of their cleanup, of which the report keeps a limited number. Without a limit,
 * the report keeps all of them.
 */
function searchedOf({ requirements, keepExchanges }: ConductOptions): Searched | undefined {
  if (keepExchanges === undefined) return undefined;
  const campaigns = requirements.flatMap(({ id, kind }) => (kind === "campaign" ? [id] : []));
  const names = new Set([...campaigns, TIDIES]);
  return { is: ({ check = "" }) => names.has(check), most: keepExchanges };
}

const NOTHING_FOUND = { doctor: [], requirements: [], verdicts: [], changes: [] };

const waitingOf = ({ patience, onWait }: ConductOptions): Pick<SessionParts, "patience" | "onWait"> => ({
  ...(patience !== undefined && { patience }),
  ...(onWait && { onWait }),
});

interface Listening {
  readonly recorder: Recorder;
  readonly redactor: Redactor;
  readonly gatherer: ViewGatherer;
}

/**
 * More connections than checks at the same time: slow lanes work in parallel to these, and decide how long a run takes.
 */
const connectionsFor = (jobs: number): number => (jobs === 1 ? 1 : Math.ceil(1.5 * jobs));

function connectionOf(target: Target, options: ConductOptions, { recorder, redactor, gatherer }: Listening) {
  return connect({
    origins: [target.baseUrl, ...(target.metricsUrl === undefined ? [] : [target.metricsUrl])],
    connections: connectionsFor(options.jobs ?? 16),
    userAgent: `plumbline/${options.toolVersion} (${options.runId})`,
    ...options.connection,
    bounds: jsonBounds(target.contract),
    onExchange: (exchange) => {
      recorder.record(exchange);
      gatherer.see(exchange);
      options.onWire?.(exchange);
    },
    onSecret: (secret, username) => redactor.learn(secret, username),
    onAuthorization: (value) => redactor.learnAuthorization(value),
  });
}
