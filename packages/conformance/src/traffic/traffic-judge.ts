import { type Exchange, Redactor } from "@plumbline/client";
import { type DoctorFinding, EVENTS_FORMAT, REPORT_FORMAT, type Report } from "@plumbline/report";
import { type Journal, type Log, noJournal } from "../ground/journal.ts";
import { Gate } from "../kernel/gate.ts";
import { Recorder } from "../kernel/recorder.ts";
import { isTrouble } from "../kernel/trouble.ts";
import { Watching } from "../kernel/watching.ts";
import type { Check } from "../plan/check.ts";
import { factsOf } from "../report/facts-of.ts";
import { planned, statementsOf } from "../report/statements-of.ts";
import { WatchCounts } from "../run/watch-counts.ts";
import { seenVerdict } from "../run/watch-verdicts.ts";
import { secretsOf } from "../target/secrets-of.ts";
import type { Target } from "../target/target.ts";
import { ViewGatherer } from "../views/gather.ts";
import { type Addressed, Addressing } from "./addressing.ts";
import { Coverage } from "./client/exercised.ts";
import { Doubted } from "./doubted.ts";
import { withJson, withoutJson } from "./json-apart.ts";
import type { Missed } from "./missed.ts";
import type { Found } from "./onlookers/onlooker.ts";
import type { Passed } from "./passed.ts";
import { Reading } from "./reading.ts";
import { Remembering } from "./remembering.ts";
import { replay } from "./replay/replay.ts";
import { isToldLimit } from "./told-limit.ts";
import { type Chosen, checkOf, lookers, trafficChecks } from "./traffic-checks.ts";
import { coverageOf, trafficVerdicts } from "./traffic-verdicts.ts";
import { outcomeOfMissed, outcomeOfPassed } from "./write-outcome.ts";

/** Options for judging traffic. */
export interface TrafficOptions extends Chosen {
  readonly journal?: Journal;
  /** How many of the newest exchanges the report shows besides evidence. Default 2,000. */
  readonly keepExchanges?: number;
  /** The begin of the traffic, in milliseconds since the epoch. Default: now. */
  readonly began?: number;
  /** Shown in the report: the command line and the version of the program. */
  readonly command: string;
  readonly toolVersion: string;
  readonly runId: string;
}

/**
 * The result of an exchange: the judge judged it, it went to another server, it addressed no operation that the target
 * offers, or it failed in a way that may say nothing about the operation.
 */
export type Passing = "judged" | "elsewhere" | "unknown" | "trouble";

/**
 * Judges exchanges of other clients, with the invariants, probes and notices of a run and with onlookers. If the
 * description leaves the answer to a request open, only requirements about every answer apply.
 */
export class TrafficJudge {
  readonly #target: Target;
  readonly #journal: Log;
  readonly #redactor = new Redactor();
  readonly #gate = new Gate(this.#redactor);
  readonly #recorder: Recorder;
  readonly #gatherer: ViewGatherer;
  readonly #addressing: Addressing;
  readonly #watching: Watching;
  readonly #reading: Reading;
  readonly #trouble = new Doubted();
  readonly #coverage = new Coverage();
  readonly #remembering: Remembering;
  readonly #options: TrafficOptions;
  readonly #checks: readonly Check[];
  readonly #counts: WatchCounts;
  readonly #facts: ReturnType<typeof factsOf>;
  readonly #began: number;
  readonly #passed: Record<Passing, number> = { judged: 0, elsewhere: 0, unknown: 0, trouble: 0 };
  readonly #broken = new Set<string>();
  #end: number;

  constructor(target: Target, options: TrafficOptions) {
    this.#target = target;
    this.#options = options;
    const journal = options.journal ?? noJournal;
    this.#journal = this.#gate.log(journal);
    this.#began = options.began ?? Date.now();
    this.#end = this.#began;
    for (const [secret, username] of secretsOf(target)) this.#redactor.learn(secret, username);
    const most = options.keepExchanges ?? 2_000;
    this.#recorder = new Recorder(journal, this.#gate, this.#began, { is: () => true, most });
    this.#gatherer = new ViewGatherer(target, this.#gate);
    this.#addressing = new Addressing(target);
    this.#reading = new Reading(target);
    this.#remembering = new Remembering(target);
    this.#checks = trafficChecks(target, options, this.#remembering.decides);
    const { watches, notices } = lookers(this.#checks);
    const byId = new Map(this.#checks.map((check) => [check.id, check]));
    const keep = (id: string): void => this.#recorder.keep(id);
    this.#counts = new WatchCounts(watches, notices, {
      keep,
      shown: (note) => this.#gate.text(note),
      onBroken: (id) => this.#tell(byId.get(id)),
    });
    this.#watching = new Watching(target.contract, this.#recorder);
    this.#watching.begin((watched) => this.#counts.look(watched));
    this.#facts = factsOf(target, options, this.#began);
    this.#journal.append({ type: "run", format: EVENTS_FORMAT, ...this.#facts });
    const checks = this.#checks.map(planned);
    this.#journal.append({ type: "plan", requirements: statementsOf(this.#checks), checks });
  }

  /** The number of exchanges so far, by result. */
  get passed(): Readonly<Record<Passing, number>> {
    return this.#passed;
  }

  /** The number of requirements that answers have broken so far. */
  get broken(): number {
    return this.#broken.size;
  }

  /** Learns the secrets in an exchange, to redact them from everything written later. */
  heed(exchange: Exchange): void {
    this.#redactor.learnFromForeign(exchange);
  }

  /** Judges an exchange, after finding its operation and version. */
  see(exchange: Exchange): Passing {
    const passing = this.#look(exchange);
    this.#passed[passing] += 1;
    this.#end = Math.max(this.#end, exchange.startedAt + exchange.milliseconds);
    return passing;
  }

  /**
   * Notes a request that cannot be judged. If it is a write, the state known before it may no longer hold. Returns the
   * kind of its destination.
   */
  miss(missed: Missed): Addressed["kind"] {
    const outcome = outcomeOfMissed(missed);
    const addressed = this.#addressing.of(missed.method, missed.url);
    if (outcome === undefined || addressed.kind === "elsewhere") return addressed.kind;
    const isToken = addressed.kind === "operation" && addressed.recognised.operation === "issueServiceToken";
    const place = addressed.kind === "operation" ? addressed.recognised.captured : undefined;
    if (!isToken) this.#remembering.written(missed, outcome, undefined, place);
    return addressed.kind;
  }

  /** Ends the traffic and makes its report; `findings` are those from before the judging, for the report. */
  async finish(findings: readonly DoctorFinding[] = []): Promise<Report> {
    this.#found(this.#remembering.finish());
    await this.#replayed();
    const seen = { target: this.#target, checks: this.#checks, counts: this.#counts, coverage: this.#coverage };
    const verdicts = trafficVerdicts(seen).map((verdict) => this.#gate.verdict(verdict));
    const known = [...findings, coverageOf(seen, verdicts)].map((finding) => this.#gate.finding(finding));
    for (const finding of known) this.#journal.append({ type: "doctor", finding });
    for (const verdict of verdicts) {
      this.#journal.append({ type: "verdict", verdict });
      for (const id of verdict.evidence) this.#recorder.keep(id);
    }
    this.#recorder.close();
    return this.#reported(known, verdicts);
  }

  #reported(doctor: ReturnType<Gate["finding"]>[], verdicts: ReturnType<Gate["verdict"]>[]): Report {
    const milliseconds = Math.round(this.#end - this.#began);
    const decided = new Set(verdicts.map(({ requirement }) => requirement));
    const views = this.#gate.again(this.#gatherer.views());
    const report = this.#gate.report({
      format: REPORT_FORMAT,
      ...this.#facts,
      run: { ...this.#facts.run, milliseconds },
      doctor,
      requirements: statementsOf(this.#checks).filter(({ id }) => decided.has(id)),
      verdicts,
      exchanges: this.#recorder.exchanges
        .map((exchange) => this.#gate.again(exchange))
        .sort((one, other) => one.at - other.at),
      changes: [],
      ...views,
    });
    this.#journal.append({ type: "end", outcome: report.outcome, reason: report.reason, milliseconds, views });
    return report;
  }

  /** Writes a broken requirement to the journal at once, so that it is there even if the process is killed. */
  #tell(check: Check | undefined): void {
    if (check !== undefined) this.#broken.add(check.requirement.id);
    const verdict = check && seenVerdict(check, this.#counts, {});
    if (verdict !== undefined) this.#journal.append({ type: "verdict", verdict });
  }

  #found(all: readonly Found[]): void {
    for (const one of all) this.#counts.count(checkOf(one, this.#target), one.judgement, one.passed.exchange);
  }

  /** Answers the questions of probes from the recorded exchanges. */
  async #replayed(): Promise<void> {
    const { requirements, selection } = this.#options;
    for (const stretch of this.#remembering.stretches())
      for (const { check, judgement, exchange } of await replay(requirements, this.#target, stretch, selection))
        this.#counts.count(check.id, judgement, exchange);
  }

  #look(exchange: Exchange): Passing {
    this.#redactor.learnFromForeign(exchange);
    const { method, url } = exchange.request;
    const addressed = this.#addressing.of(method, url);
    // A write at an unknown path of the target may have changed anything.
    const unknown = addressed.kind === "unknown" ? outcomeOfPassed({ exchange }) : undefined;
    if (unknown !== undefined) this.#remembering.written(exchange, unknown);
    if (addressed.kind !== "operation") return addressed.kind;
    const passed = this.#reading.of(exchange, addressed);
    const { exchange: known, call } = passed;
    this.#recorder.record(known);
    this.#coverage.see(passed, this.#target.contract);
    this.#gatherer.see(known);
    const believed = this.#trouble.believed({ ...passed, exchange: withoutJson(known) });
    for (const one of believed.map((light): Passed => ({ ...light, exchange: withJson(light.exchange) }))) {
      this.#watching.take(one.exchange, one.call);
      this.#watching.believe(one.exchange, one.call);
      this.#remembering.add(one);
      this.#found(this.#remembering.see(one));
    }
    const isLimit = isToldLimit(passed);
    const outcome = isLimit ? undefined : outcomeOfPassed(passed);
    if (outcome !== undefined) this.#remembering.written(known, outcome, passed);
    if (isTrouble(known) && !isLimit) return "trouble";
    if (!isLimit && outcome !== "carried-out") this.#remembering.add(passed);
    this.#found(this.#remembering.see(passed));
    this.#watching.take(known, isLimit ? { ...call, send: "to-the-limit" } : call);
    return "judged";
  }
}
