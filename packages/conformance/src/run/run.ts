import type { Exchange } from "@plumbline/client";
import { type Change, type Outcome, UNSEEN_ANYWHERE, type Verdict } from "@plumbline/report";
import { OPERATION_IDS, ROLES, type Role, versionLabel } from "@plumbline/schemas";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { CAMPAIGNS } from "../custody/keys.ts";
import { inapplicable, type Judgement, unable } from "../judgement.ts";
import type { Ask } from "../kernel/ask.ts";
import type { Call } from "../kernel/call.ts";
import { NotOfferedError } from "../kernel/not-offered-error.ts";
import { NotSentError } from "../kernel/not-sent-error.ts";
import { pool } from "../kernel/pool.ts";
import type { Session } from "../kernel/session.ts";
import { lifeOf, Story } from "../kernel/story.ts";
import { StoryStopped } from "../kernel/story-stopped.ts";
import { byRequirement } from "../plan/by-requirement.ts";
import type { Check } from "../plan/check.ts";
import { needsServed } from "../plan/needs-served.ts";
import type { Requirement } from "../requirement.ts";
import { STAGES, type Stage } from "../stage.ts";
import { NeverServed } from "../target/never-served.ts";
import type { Target } from "../target/target.ts";
import { type Decided, decide, decideWatch } from "./decide.ts";
import { findingVerdict } from "./finding-verdict.ts";
import { type Line, laneOf, linesOf } from "./lines.ts";
import { redactedVerdict } from "./redacted-verdict.ts";
import { shortJudgement } from "./short-judgement.ts";
import { WatchCounts } from "./watch-counts.ts";

export interface Progress {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
  readonly failures: number;
  /** Checks that wait for the target to get somewhere, beside those of the stage. */
  readonly waiting: readonly string[];
}

export interface RunOptions {
  /** Checks that are sent for the answers they bring, beside those of the plan, and not judged. */
  readonly witnesses?: readonly Check[];
  /** Checks at a time. */
  readonly jobs: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Checks that have not begun by then are left out; milliseconds since the epoch. */
  readonly until?: number;
  /** Milliseconds that one check may wait, in all, for a target whose clock cannot be moved. Default 120 seconds. */
  readonly patience?: number;
  /** The shell command that repeats one check, with the one whose request brought the answer that it is about. */
  readonly replay?: Replay;
}

/** Of the check to repeat, and of another that must be sent along for it to show what it showed. */
export type Replay = (check: string, along?: string) => string;

export interface RunResult {
  readonly verdicts: readonly Verdict[];
  readonly changes: readonly Change[];
  /** What to do about writes that turned out not to be there. */
  readonly missing?: string;
}

/** Runs a plan stage by stage and returns a verdict for every check of it, whatever the target does. */
export async function run(checks: readonly Check[], session: Session, options: RunOptions): Promise<RunResult> {
  const [watchers, noticers] = [watchersOf(checks), noticersOf(checks)];
  const counts = new WatchCounts(watchers, noticers, (exchange) => session.keep(exchange));
  // Campaigns alone have no rule about all answers, and send by the hundred thousand.
  const neverServed = new NeverServed(session.target, session.world.nowhere);
  if (!checks.every(isCampaign))
    session.watch((watched) => {
      neverServed.see(watched);
      counts.look(watched);
    });
  const verdicts: Verdict[] = [];
  let done = 0;
  let failures = 0;
  const conclude = (raw: Verdict): void => {
    const verdict = redactedVerdict(raw, (text) => session.redacted(text));
    verdicts.push(verdict);
    session.journal.append({ type: "verdict", verdict });
    for (const id of verdict.evidence) session.keep(id);
    if (verdict.outcome === "fail" || verdict.outcome === "harness-error") failures += 1;
  };
  const unjudged = new Set(options.witnesses);
  const active = [
    ...checks.filter((check) => check.work.kind !== "watch" || check.obstacle !== undefined),
    ...unjudged,
  ];
  const lines = options.jobs === 1 ? [] : linesOf(active, session.target.advanceClock !== undefined);
  const inLines = new Set(lines.flatMap(({ checks: own }) => own));
  const waiting = new Set<string>();
  const begun: Promise<void>[] = [];
  const longest: Promise<void>[] = [];
  let stage: Stage = STAGES[0];
  const tellProgress = (): void =>
    options.onProgress?.({ stage, done, total: active.length, failures, waiting: [...waiting] });
  const work = async (check: Check, onLongWait?: () => void): Promise<void> => {
    const own = await perform(check, session, options, onLongWait);
    if (!unjudged.has(check)) for (const verdict of own) conclude(excused(verdict, check, session, neverServed));
    done += 1;
    tellProgress();
  };
  const workOff = async ({ lane, checks: own }: Line): Promise<void> => {
    for (const check of own) {
      waiting.add(check.id);
      tellProgress();
      await work(check);
      waiting.delete(check.id);
    }
    await session.custody.release(lifeOf(lane));
  };
  /** Until the check is done, or waits for the target to get somewhere: who shares nothing with it has not to wait too. */
  const workUntilItWaits = async (check: Check): Promise<void> => {
    let leave = (): void => undefined;
    const left = new Promise<true>((resolve) => {
      leave = () => resolve(true);
    });
    const whole = work(check, leave).finally(() => waiting.delete(check.id));
    if (!(await Promise.race([left, whole]))) return;
    waiting.add(check.id);
    longest.push(whole);
    tellProgress();
  };
  const left = new Set(active);
  for (stage of STAGES) {
    if (stage === "state") session.forget();
    // Its checks need that nobody else is writing.
    if (stage === "quota") await Promise.all(longest);
    for (const line of lines) if (line.from === stage) begun.push(workOff(line));
    const mine = active
      .filter((check) => check.stage === stage && !isCampaign(check) && !inLines.has(check))
      .sort((one, other) => rankOf(one) - rankOf(other));
    await pool(mine, options.jobs, laneOf, (check) =>
      laneOf(check) === undefined ? workUntilItWaits(check) : work(check),
    );
    for (const check of mine) left.delete(check);
    if (![...left].some(needsTurn)) await session.turn.release();
  }
  await Promise.all([...begun, ...longest]);
  for (const line of lines) for (const check of line.checks) left.delete(check);
  // Campaigns write by the thousand, and checks are about what is there: they have the target one after the other.
  for (stage of STAGES) {
    const mine = active.filter((check) => check.stage === stage && isCampaign(check));
    if (mine.length === 0) continue;
    // They may work off one order of requests together, so each of a stage begins at once, with lanes of its own.
    await Promise.all(mine.map((check) => work(check)));
    for (const check of mine) left.delete(check);
    await session.custody.release(CAMPAIGNS);
    if (![...left].some(needsTurn)) await session.turn.release();
  }
  await session.turn.release();
  await session.custody.settle();
  const nothingApplies = untold(verdicts);
  for (const verdict of watchVerdicts(checks, counts, session, options, nothingApplies)) conclude(verdict);
  return {
    verdicts,
    changes: [...session.custody.changes].sort(byOperation),
    ...(neverServed.advice !== undefined && { missing: neverServed.advice }),
  };
}

/** In the order of the catalogue: which check came first is chance where many run at a time. */
const byOperation = (one: Change, other: Change): number =>
  PLACES.indexOf(one.operation) - PLACES.indexOf(other.operation);
const PLACES: readonly string[] = OPERATION_IDS;

const isCampaign = ({ work }: Check): boolean => work.kind === "campaign";

const rankOf = ({ requirement }: Check): number => (requirement.kind === "story" && requirement.early ? 0 : 1);

/** Whether a check works on what there is only one of, so that another run would be in its way. */
function needsTurn(check: Check): boolean {
  if (check.obstacle !== undefined) return false;
  switch (check.work.kind) {
    case "story":
      return laneOf(check) !== undefined;
    case "campaign":
      return check.risk !== "read" && check.risk !== "quota";
    default:
      return false;
  }
}

/** A verdict of a check, or several of a campaign; `onLongWait` hears once it has to wait for the target to get somewhere. */
async function perform(
  check: Check,
  session: Session,
  options: RunOptions,
  onLongWait: () => void = () => undefined,
): Promise<Verdict[]> {
  const { obstacle, work } = check;
  if (obstacle !== undefined)
    return [verdictOf(check, { outcome: obstacle.kind, reason: obstacle.reason }, [], options)];
  if (session.signal.aborted)
    return [
      verdictOf(check, { outcome: "could-not-run", reason: "the run was interrupted before this check" }, [], options),
    ];
  if (options.until !== undefined && Date.now() > options.until)
    return [
      verdictOf(check, { outcome: "could-not-run", reason: "left out: the time budget was used up" }, [], options),
    ];
  const other = needsTurn(check) ? await session.turn.take() : undefined;
  if (other !== undefined) return [verdictOf(check, { outcome: "could-not-run", reason: other }, [], options)];
  const evidence: string[] = [];
  const { custody } = session;
  const ask: Ask = (call) => session.sendFor(call, check.id, evidence);
  switch (work.kind) {
    case "cases": {
      const decided: Decided[] = [];
      for (const one of work.cases) {
        const judgement = await guard(() => one.ask(ask));
        if ("outcome" in judgement) {
          await custody.release(check.id);
          return [verdictOf(check, judgement, evidence, options)];
        }
        const level = one.level ?? check.requirement.level;
        decided.push({ name: one.name, level, judgement: shortJudgement(judgement) });
      }
      await custody.release(check.id);
      return [verdictOf(check, decide(decided, work.left, session.target.mock), evidence, options)];
    }
    case "story": {
      const left = patienceOf(session, options);
      const long = longWaitOf(session, onLongWait);
      const waits = (milliseconds: number): Promise<void> => {
        left(milliseconds);
        long(milliseconds);
        return session.pass(milliseconds);
      };
      const tell = async (): Promise<Outcome> => {
        const judgement = await guard(() => work.story.tell(storyOf(check, session, { ask, waits, evidence })));
        await custody.release(check.id);
        if ("outcome" in judgement) return judgement;
        const decided: Decided = { name: check.requirement.id, level: check.requirement.level, judgement };
        return decide([decided], [], session.target.mock);
      };
      const first = await tell();
      if (first.outcome !== "fail" || check.stage !== "state" || session.signal.aborted)
        return [verdictOf(check, first, evidence, options)];
      // Told again with fixtures of its own: a target that breaks a rule only now and then is another kind of trouble.
      session.world.memory.forgetLives();
      const lane = laneOf(check);
      if (lane !== undefined) await custody.release(lifeOf(lane));
      const second = await tell();
      const { expected, received } = first;
      const flaky: Outcome = { outcome: "flaky", expected, received, failed: 1, of: 2 };
      return [verdictOf(check, second.outcome === "pass" ? flaky : first, evidence, options)];
    }
    case "campaign": {
      const { world, signal, target } = session;
      const campaign = {
        contract: target.contract,
        world,
        ask: (call: Parameters<Ask>[0]) => session.send(call, check.id, CAMPAIGNS),
        giveBack: (exchange: Exchange) => custody.giveBack(exchange),
        borrows: (call: Call) => custody.borrows(call, CAMPAIGNS),
        whyForeign: (id: string) => custody.whyForeign(id),
        redacted: (text: string) => session.redacted(text),
        signal,
        keep: (exchange: string) => session.keep(exchange),
      };
      const findings = await guard(async () => ({ findings: await work.campaign.search(campaign) }));
      if ("outcome" in findings) return [verdictOf(check, findings, [], options)];
      if (!("findings" in findings))
        return [
          verdictOf(check, decide([{ name: check.id, level: "MUST", judgement: findings }], [], false), [], options),
        ];
      return findings.findings.map((finding) => findingVerdict(check.requirement, finding, options.replay));
    }
    case "watch":
      return [];
  }
}

const PATIENCE = 120_000;

/** Ends a story that would wait longer than the user has patience for; a clock that can be moved makes nobody wait. */
function patienceOf(session: Session, { patience = PATIENCE }: RunOptions): (milliseconds: number) => void {
  let waited = 0;
  return (milliseconds) => {
    waited += milliseconds;
    if (session.target.advanceClock !== undefined || waited <= patience) return;
    const reason = `it takes more than ${patience / 1_000} seconds of waiting for the target to get somewhere: allow more with --patience`;
    throw new StoryStopped(unable(reason));
  };
}

/** How long all others of a stage wait with a story, in milliseconds. */
const SHORT_WAIT = 1_000;

function longWaitOf({ target }: Session, onLongWait: () => void): (milliseconds: number) => void {
  let waited = 0;
  return (milliseconds) => {
    if (target.advanceClock !== undefined || waited > SHORT_WAIT) return;
    waited += milliseconds;
    if (waited > SHORT_WAIT) onLongWait();
  };
}

interface Telling {
  readonly ask: Ask;
  readonly waits: (milliseconds: number) => Promise<void>;
  readonly evidence: string[];
}

function storyOf(check: Check, session: Session, { ask, waits, evidence }: Telling): Story {
  if (check.subject === undefined) throw new Error(`${check.id} tells a story of no operation`);
  return new Story({
    subject: check.subject,
    world: session.world,
    contract: session.target.contract,
    mock: session.target.mock,
    ask,
    custody: session.custody,
    by: check.id,
    speed: session.target.speed ?? 1,
    versions: session.target.versions,
    roles: rolesWithKey(session.target),
    shown: (exchange) => session.show(exchange, evidence),
    pass: waits,
  });
}

const rolesWithKey = ({ credentials: { byRole } }: Target): ReadonlySet<Role> =>
  new Set(ROLES.filter((role) => byRole?.[role] !== undefined));

/** One rule is broken by a write that is not there; the others have nothing to say of it. */
function excused(verdict: Verdict, check: Check, { target }: Session, neverServed: NeverServed): Verdict {
  const { subject, requirement } = check;
  if (subject === undefined || !["fail", "warn", "flaky"].includes(verdict.outcome)) return verdict;
  if (!neverServed.lacks(subject) || !needsServed(requirement, subject, target)) return verdict;
  const reason = `${subject.operation.id} does not seem to be there: whatever was sent to it was answered like something that is none`;
  const { check: id, requirement: rule, operation, version, evidence, replay } = verdict;
  return {
    check: id,
    requirement: rule,
    ...(operation !== undefined && { operation }),
    ...(version !== undefined && { version }),
    evidence,
    ...(replay !== undefined && { replay }),
    outcome: "could-not-run",
    reason,
  };
}

type Wrong = Extract<Outcome, { outcome: "harness-error" }>;

/** Turns what a check throws into what it means: a step that did not hold, a request not sent, or our own defect. */
async function guard<T>(work: () => Promise<T>): Promise<T | Judgement | Wrong> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof StoryStopped) return thrown.judgement;
    if (thrown instanceof NotSentError || thrown instanceof HandsOffError) return unable(thrown.message);
    if (thrown instanceof NotOfferedError) return inapplicable(thrown.message);
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { outcome: "harness-error", message: error.stack ?? error.message };
  }
}

function verdictOf(
  check: Check,
  outcome: Outcome,
  evidence: readonly string[],
  { replay }: RunOptions,
  along?: string,
): Verdict {
  return {
    check: check.id,
    requirement: check.requirement.id,
    ...(check.subject && { operation: check.subject.operation.id, version: versionLabel(check.subject.version) }),
    evidence,
    ...(replay && { replay: replay(check.id, along) }),
    ...outcome,
  };
}

/** Operations of which no check applied, in each version, with the reason of one: no answer of them can have come. */
function untold(verdicts: readonly Verdict[]): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  const applied = new Set<string>();
  for (const verdict of verdicts) {
    const key = `${verdict.operation}/${verdict.version}`;
    if (verdict.outcome === "not-applicable") reasons.set(key, verdict.reason);
    else applied.add(key);
  }
  for (const key of applied) reasons.delete(key);
  return reasons;
}

function watchVerdicts(
  checks: readonly Check[],
  counts: WatchCounts,
  session: Session,
  options: RunOptions,
  nothingApplies: ReadonlyMap<string, string>,
): Verdict[] {
  const watching = checks.filter((check) => check.work.kind === "watch" && check.obstacle === undefined);
  return [...byRequirement(watching)].flatMap(([requirement, own]) => {
    const unseen: Check[] = [];
    const seen = own.flatMap((check) => {
      const count = counts.of(check.id);
      const outcome = decideWatch(check, count);
      const evidence = count?.first?.evidence ?? count?.witness ?? [...(count?.notes.values() ?? [])][0];
      if (outcome !== undefined)
        return [verdictOf(check, outcome, evidence === undefined ? [] : [evidence], options, count?.first?.asker)];
      unseen.push(check);
      return [];
    });
    const each = requirement.kind === "watch" && requirement.each === true;
    const reasonOf = ({ subject }: Check): string | undefined =>
      subject && nothingApplies.get(`${subject.operation.id}/${versionLabel(subject.version)}`);
    const [any = unseen[0]] = unseen.filter((check) => reasonOf(check) === undefined);
    const lacking = each ? unseen : seen.length === 0 && any !== undefined ? [any] : [];
    const ours = lacking.filter(({ visiting }) => visiting !== true);
    const unseenOf = (check: Check): Outcome => {
      const reason = reasonOf(check);
      return reason === undefined ? unseenOutcome(session, requirement) : { outcome: "not-applicable", reason };
    };
    return [...seen, ...ours.map((check) => verdictOf(check, unseenOf(check), [], options))];
  });
}

function unseenOutcome(session: Session, requirement: Requirement): Outcome {
  const each = requirement.kind === "watch" && requirement.each === true;
  const reason = each ? "no answer of this operation that shows it came in this run" : UNSEEN_ANYWHERE;
  const conditional = requirement.kind === "watch" && requirement.conditional === true;
  const made = requirement.kind === "watch" ? (requirement.madeBy ?? []) : [];
  const missing = made.find((id) => session.target.contract.operation(id).routes.length === 0);
  if (missing !== undefined)
    return { outcome: "not-applicable", reason: `it needs ${missing}, which the target does not offer` };
  if (session.target.mock || requirement.kind === "silent" || conditional) return { outcome: "not-applicable", reason };
  return { outcome: "could-not-run", reason };
}

function watchersOf(checks: readonly Check[]) {
  const watched = checks.filter((check) => check.obstacle === undefined).map((check) => check.requirement);
  return [...new Set(watched)].filter((requirement) => requirement.kind === "watch");
}

function noticersOf(checks: readonly Check[]) {
  return [...new Set(checks.map((check) => check.requirement))].filter((requirement) => requirement.kind === "silent");
}
