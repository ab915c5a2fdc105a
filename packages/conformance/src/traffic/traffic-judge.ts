import { type Exchange, Redactor } from "@plumbline/client";
import {
  type DoctorFinding,
  EVENTS_FORMAT,
  type Outcome,
  REPORT_FORMAT,
  type Report,
  type Verdict,
} from "@plumbline/report";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { type Journal, type Log, noJournal } from "../ground/journal.ts";
import { Gate } from "../kernel/gate.ts";
import { Recorder } from "../kernel/recorder.ts";
import { isTrouble } from "../kernel/trouble.ts";
import { Watching } from "../kernel/watching.ts";
import { type Check, checkId } from "../plan/check.ts";
import { plan } from "../plan/plan.ts";
import type { Selection } from "../plan/selection.ts";
import { factsOf } from "../report/facts-of.ts";
import { planned, statementsOf } from "../report/statements-of.ts";
import { isOfOtherDate } from "../rule/dated.ts";
import { isNotice, type Requirement, sendsNothing } from "../rule/requirement.ts";
import { verdictOf } from "../run/verdict-of.ts";
import { WatchCounts } from "../run/watch-counts.ts";
import { seenVerdict, watchVerdicts } from "../run/watch-verdicts.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { secretsOf } from "../target/secrets-of.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import { ViewGatherer } from "../views/gather.ts";
import { type Addressed, Addressing } from "./addressing.ts";
import { askedForm } from "./asked-form.ts";
import { askerOf } from "./asker-of.ts";
import { callOf } from "./call-of.ts";
import { Coverage, type Exercised, exercisedInAll, exercisedText } from "./client/exercised.ts";
import { Doubted } from "./doubted.ts";
import { withJson, withoutJson } from "./json-apart.ts";
import type { Missed } from "./missed.ts";
import { onlookersFor } from "./onlookers/all.ts";
import type { Found, Onlooker } from "./onlookers/onlooker.ts";
import type { Passed } from "./passed.ts";
import { replay } from "./replay/replay.ts";
import { type Span, Stretches } from "./replay/stretches.ts";
import { exercisedNotice, trafficRequirements } from "./requirements.ts";
import { SETTLES } from "./settles.ts";
import { Signers } from "./signers.ts";
import { isToldLimit } from "./told-limit.ts";
import { outcomeOfMissed, outcomeOfPassed, type WriteOutcome } from "./write-outcome.ts";

/** How traffic is judged. */
export interface TrafficOptions {
  /** Of these, the rules about all answers are judged; the others need requests of their own. */
  readonly requirements: readonly Requirement[];
  readonly selection?: Selection;
  readonly journal?: Journal;
  /** Exchanges that the report shows besides evidence: the newest. Default 2,000. */
  readonly keepExchanges?: number;
  /** When the traffic began, in milliseconds since the epoch. Default: now. */
  readonly began?: number;
  /** Shown in the report: the command line and the version of the program. */
  readonly command: string;
  readonly toolVersion: string;
  readonly runId: string;
}

/** What came of an exchange: it was judged, is none of the interface, or says nothing of the server. */
export type Passing = "judged" | "elsewhere" | "unknown" | "trouble";

const NOT_SEEN = "not seen in this traffic";

/**
 * Judges exchanges that somebody else caused, by the rules about all answers that a run is judged by. Of a request that
 * the description does not say enough about, only what holds for every answer is asked.
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
  readonly #signers: Signers;
  readonly #trouble = new Doubted();
  readonly #coverage = new Coverage();
  readonly #stretches = new Stretches();
  readonly #onlookers: readonly Onlooker[];
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
    this.#signers = new Signers(target.credentials);
    this.#onlookers = onlookersFor(target);
    this.#checks = checksOf(target, options, new Set(this.#onlookers.flatMap(({ decides }) => decides)));
    const rules = [...new Set(this.#checks.map(({ requirement }) => requirement))];
    const watches = rules.filter((rule) => rule.kind === "watch");
    const byId = new Map(this.#checks.map((check) => [check.id, check]));
    const keep = (id: string): void => this.#recorder.keep(id);
    this.#counts = new WatchCounts(watches, rules.filter(isNotice), {
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

  /** Exchanges so far, by what came of them. */
  get passed(): Readonly<Record<Passing, number>> {
    return this.#passed;
  }

  /** Rules that an answer has broken so far. */
  get broken(): number {
    return this.#broken.size;
  }

  /** Learns the secrets that an exchange shows, for all that is written from then on. */
  heed(exchange: Exchange): void {
    this.#redactor.heed(exchange);
  }

  /** Looks at an exchange; its operation and version are found out here. */
  see(exchange: Exchange): Passing {
    const passing = this.#look(exchange);
    this.#passed[passing] += 1;
    this.#end = Math.max(this.#end, exchange.startedAt + exchange.milliseconds);
    return passing;
  }

  /**
   * Hears of a request that cannot be judged: where it is a write, what was known before it may not hold any more. Returns
   * what it was addressed to.
   */
  miss(missed: Missed): Addressed["kind"] {
    const outcome = outcomeOfMissed(missed);
    const addressed = this.#addressing.of(missed.method, missed.url);
    if (outcome === undefined || addressed.kind === "elsewhere") return addressed.kind;
    const isToken = addressed.kind === "operation" && addressed.recognised.operation === "issueServiceToken";
    const place = addressed.kind === "operation" ? addressed.recognised.captured : undefined;
    if (!isToken) this.#written(missed, outcome, undefined, place);
    return addressed.kind;
  }

  /** Ends the traffic with a report of what it showed; `findings` say what was known of it before it was judged. */
  async finish(findings: readonly DoctorFinding[] = []): Promise<Report> {
    for (const { finish } of this.#onlookers) this.#found(finish?.() ?? []);
    await this.#replayed();
    const watching = this.#checks.filter(
      ({ work, requirement }) => work.kind === "watch" && requirement !== exercisedNotice,
    );
    const raw = [
      ...watchVerdicts(watching, this.#counts, this.#target, { jobs: 1 }, []),
      ...this.#checks.flatMap((check) => (check.work.kind === "watch" ? [] : this.#ofProbe(check))),
      ...this.#checks.flatMap((check) => (check.requirement === exercisedNotice ? this.#ofExercised(check) : [])),
    ];
    const verdicts = raw.map((verdict) => {
      const isUnseen = verdict.outcome === "could-not-run" && verdict.evidence.length === 0;
      const { check, requirement, operation, version, evidence } = verdict;
      const place = { check, requirement, evidence, ...(operation && { operation }), ...(version && { version }) };
      const told = isUnseen ? { ...place, outcome: "not-applicable" as const, reason: NOT_SEEN } : verdict;
      return this.#gate.verdict(told);
    });
    const known = [...findings, this.#covered(verdicts)].map((finding) => this.#gate.finding(finding));
    for (const finding of known) this.#journal.append({ type: "doctor", finding });
    for (const verdict of verdicts) {
      this.#journal.append({ type: "verdict", verdict });
      for (const id of verdict.evidence) this.#recorder.keep(id);
    }
    this.#recorder.close();
    const milliseconds = Math.round(this.#end - this.#began);
    const decided = new Set(verdicts.map(({ requirement }) => requirement));
    const views = this.#gate.again(this.#gatherer.views());
    const report = this.#gate.report({
      format: REPORT_FORMAT,
      ...this.#facts,
      run: { ...this.#facts.run, milliseconds },
      doctor: known,
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

  /** Says at once what is broken: whoever is killed has said so. */
  #tell(check: Check | undefined): void {
    if (check !== undefined) this.#broken.add(check.requirement.id);
    const verdict = check && seenVerdict(check, this.#counts, {});
    if (verdict !== undefined) this.#journal.append({ type: "verdict", verdict });
  }

  #found(all: readonly Found[]): void {
    for (const { requirement, judgement, passed } of all) {
      const { operation: id, version } = passed.call;
      if (passed.form.kind === "dated" && isOfOtherDate(requirement, passed.form.date)) continue;
      const operation = this.#target.contract.operation(id, version);
      this.#counts.count(checkId(requirement, { operation, version }), judgement, passed.exchange);
    }
  }

  /** Asks the questions of probes of what was answered. */
  async #replayed(): Promise<void> {
    const { requirements, selection } = this.#options;
    for (const stretch of this.#stretches.all())
      for (const { check, judgement, exchange } of await replay(requirements, this.#target, stretch, selection))
        this.#counts.count(check.id, judgement, exchange);
  }

  #ofProbe(check: Check): Verdict {
    return (
      seenVerdict(check, this.#counts, {}) ?? verdictOf(check, { outcome: "not-applicable", reason: NOT_SEEN }, [], {})
    );
  }

  #ofExercised(check: Check): Verdict {
    const exercised = check.subject && this.#exercised(check.subject.operation.id, check.subject.version);
    const outcome: Outcome =
      exercised === undefined || exercised.asked === 0
        ? { outcome: "not-applicable", reason: NOT_SEEN }
        : { outcome: "observed", note: exercisedText(exercised) };
    return verdictOf(check, outcome, [], {});
  }

  #exercised(id: OperationId, version: RouteVersion): Exercised | undefined {
    const route = this.#target.contract.route(id, version);
    return route && this.#coverage.of(id, route);
  }

  /** How far the traffic went, in operations and what they take, and in rules. */
  #covered(verdicts: readonly Verdict[]): DoctorFinding {
    const rules = new Set(verdicts.map(({ requirement }) => requirement));
    const seen = new Set(verdicts.flatMap((one) => (one.outcome === "not-applicable" ? [] : [one.requirement])));
    const routes = subjectsOf(this.#target, emptyWorld(this.#target)).flatMap(
      ({ operation, version }) => this.#exercised(operation.id, version) ?? [],
    );
    const text = `${exercisedInAll(routes)}; ${seen.size} of ${rules.size} rules were seen`;
    return { subject: "coverage", state: "ok", text };
  }

  #look(exchange: Exchange): Passing {
    this.#redactor.heed(exchange);
    const { method, url } = exchange.request;
    const addressed = this.#addressing.of(method, url);
    if (addressed.kind === "unknown") this.#unknown(exchange);
    if (addressed.kind !== "operation") return addressed.kind;
    const { recognised, query } = addressed;
    const { operation, route } = recognised;
    const { contract } = this.#target;
    const asker = askerOf(exchange.request.headers);
    const request = { ...exchange.request, credential: this.#signers.of(asker, exchange.request.credential) };
    const known: Exchange = { ...exchange, request, operation, version: route.version };
    const form = askedForm(known, route, contract.profile);
    const call = callOf(known, recognised, query, form, contract);
    const passed: Passed = { exchange: known, call, recognised, asker, form };
    this.#recorder.record(known);
    this.#coverage.see(passed, contract);
    this.#gatherer.see(known);
    const believed = this.#trouble.believed({ ...passed, exchange: withoutJson(known) });
    for (const one of believed.map((light): Passed => ({ ...light, exchange: withJson(light.exchange) }))) {
      this.#watching.take(one.exchange, one.call);
      this.#watching.believe(one.exchange, one.call);
      this.#stretches.add(one);
    }
    const isLimit = isToldLimit(passed);
    const outcome = isLimit ? undefined : outcomeOfPassed(passed);
    if (outcome !== undefined) this.#written(known, outcome, passed);
    if (isTrouble(known) && !isLimit) return "trouble";
    if (!isLimit && !hasChanged(outcome)) this.#stretches.add(passed);
    for (const onlooker of this.#onlookers) this.#found(onlooker.see(passed));
    this.#watching.take(known, isLimit ? { ...call, send: "to-the-limit" } : call);
    return "judged";
  }

  /** A request to the target that is none of its operations: a write may have changed anything. */
  #unknown({ request: { method, url }, response, startedAt, milliseconds }: Exchange): void {
    const { status } = "status" in response ? response : {};
    this.miss({ method, url, startedAt, milliseconds, ...(status !== undefined && { status }) });
  }

  /** What a write may have changed is not known any more: not to what compares reads, nor, where its outcome is unknown, to anybody. */
  #written(span: Span, outcome: WriteOutcome, passed?: Passed, place = passed?.recognised.captured): void {
    // A token is no record.
    if (passed?.call.operation !== "issueServiceToken") this.#stretches.write(span, outcome);
    const isUnseen = passed === undefined && hasChanged(outcome);
    if (outcome !== "unknown" && outcome !== "pending" && !isUnseen) return;
    const { startedAt: from, milliseconds } = span;
    const until = from + milliseconds + (outcome === "pending" ? SETTLES : 0);
    for (const { doubt } of this.#onlookers)
      doubt?.({ from, until, ...(passed !== undefined && { passed }), ...(place !== undefined && { place }) });
  }
}

/** Whether the answer to a write is none that reads can be compared with. */
const hasChanged = (outcome: WriteOutcome | undefined): boolean => outcome === "carried-out";

/**
 * Rules that traffic can show, on all that the target offers: what a run would lack for them, traffic may bring. Those in
 * `onlooked` are shown by what is remembered.
 */
function checksOf(target: Target, options: TrafficOptions, onlooked: ReadonlySet<string>): readonly Check[] {
  const rules = options.requirements.filter(
    (rule) => sendsNothing(rule) || rule.kind === "probe" || onlooked.has(rule.id),
  );
  return plan([...rules, ...trafficRequirements], target, emptyWorld(target), options.selection)
    .filter(({ obstacle }) => obstacle?.kind !== "not-applicable")
    .map(({ obstacle: _lacking, ...check }) => check);
}
