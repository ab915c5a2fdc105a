import type { Verdict } from "@plumbline/report";
import { CAMPAIGNS } from "../custody/keys.ts";
import { CHECK_STAGES, type Stage } from "../ground/stage.ts";
import { pool } from "../kernel/pool.ts";
import type { Session } from "../kernel/session.ts";
import { lifeOf } from "../kernel/story-addresses.ts";
import type { Check } from "../plan/check.ts";
import { CAMPAIGN_TURNS, isCampaign, isLate, needsTurn, rankOf, turnOf } from "./kinds-of-work.ts";
import { type Line, laneOf, linesOf, phasesOf } from "./lines.ts";
import { perform } from "./perform.ts";
import type { Progress, RunOptions } from "./run-options.ts";
import { Spending } from "./spending.ts";

/** Receives the results and the progress of a schedule. */
export interface ScheduleEar {
  readonly performed: (check: Check, verdicts: readonly Verdict[]) => void;
  readonly progressed: (progress: Omit<Progress, "failures">) => void;
}

/** Performs all checks: stage by stage, slow lanes in parallel lines, and campaigns at the end. */
export class Schedule {
  readonly #session: Session;
  readonly #options: RunOptions;
  readonly #active: readonly Check[];
  readonly #ear: ScheduleEar;
  /** The running work of each slow lane. */
  readonly #lines = new Map<string, Promise<void>>();
  /** Present if the run has a budget. */
  readonly #spending?: Spending;
  readonly #left: Set<Check>;
  readonly #waiting = new Set<string>();
  /** Checks that wait long for a state of the target, while checks outside their lane continue. */
  readonly #longest: Promise<void>[] = [];
  #stage: Stage = CHECK_STAGES[0];
  #done = 0;

  constructor(active: readonly Check[], session: Session, options: RunOptions, ear: ScheduleEar) {
    this.#session = session;
    this.#options = options;
    this.#active = active;
    this.#ear = ear;
    this.#left = new Set(active);
    if (options.purse !== undefined) this.#spending = new Spending(active, options.purse);
  }

  async workOff(): Promise<void> {
    if (this.#spending === undefined) await this.#workOffChecks(this.#active);
    else await this.#workOffInRounds(this.#spending);
    await this.#workOffCampaigns();
    await this.#session.turn.release();
  }

  /** Performs round after round until the budget is spent. */
  async #workOffInRounds(spending: Spending): Promise<void> {
    await this.#workOffChecks(this.#active.filter(({ requests }) => requests === 0));
    for (;;) {
      const round = spending.next();
      // Slow checks continue during the next rounds. Only when no other check fits in does the run wait for them, as
      // they may need less than reserved.
      if (round.length > 0) await this.#workOffStages(round);
      else if (this.#lines.size > 0 || this.#longest.length > 0) await this.#slowOnes();
      else break;
    }
    await this.#workOffChecks(spending.leftOut());
  }

  async #workOffChecks(checks: readonly Check[]): Promise<void> {
    await this.#workOffStages(checks);
    await this.#slowOnes();
  }

  async #slowOnes(): Promise<void> {
    await Promise.all([...this.#lines.values(), ...this.#longest.splice(0)]);
    this.#lines.clear();
  }

  /** Resolves after the last stage; lines, and checks that wait long for the target, may continue. */
  async #workOffStages(checks: readonly Check[]): Promise<void> {
    const { jobs } = this.#options;
    const lines = jobs === 1 ? [] : linesOf(checks, this.#session.target.advanceClock !== undefined);
    const inLines = new Set(lines.flatMap((line) => line.checks));
    for (const stage of CHECK_STAGES) {
      this.#stage = stage;
      if (stage === "state") this.#session.forget();
      // The checks of this stage need a target to which no other check writes.
      if (stage === "quota") await Promise.all(this.#longest);
      for (const line of lines) if (line.from === stage) this.#goesOnWith(line);
      const mine = checks
        .filter((check) => check.stage === stage && !isCampaign(check) && !inLines.has(check))
        .sort((one, other) => rankOf(one) - rankOf(other));
      // Late checks wait for every other one, which may need the room that late checks take.
      for (const turn of [mine.filter((check) => !isLate(check)), mine.filter(isLate)])
        await pool(turn, jobs, laneOf, (check) =>
          laneOf(check) === undefined ? this.#workUntilItWaits(check) : this.#work(check),
        );
      await this.#leaves(mine);
    }
  }

  /** Performs a line after the running one of its lane. */
  #goesOnWith(line: Line): void {
    const before = this.#lines.get(line.lane) ?? Promise.resolve();
    this.#lines.set(
      line.lane,
      before.then(() => this.#workOffLine(line)),
    );
  }

  /**
   * Campaigns write thousands of records, which would disturb checks, so they run afterwards, one turn after another.
   */
  async #workOffCampaigns(): Promise<void> {
    for (const turn of CAMPAIGN_TURNS) {
      const mine = this.#active.filter((check) => isCampaign(check) && turnOf(check) === turn);
      if (mine.length === 0) continue;
      this.#stage = "campaigns";
      this.#tellProgress();
      // The turn is taken before any campaign begins; otherwise campaigns that only read would begin early and use up
      // the shared budget.
      if (mine.some(needsTurn)) await this.#session.turn.take();
      // Campaigns may share one order of requests, so all of a turn begin at once, without lanes.
      if (turn === "alone") for (const check of mine) await this.#work(check);
      else await Promise.all(mine.map((check) => this.#work(check)));
      for (const check of mine) this.#left.delete(check);
      await this.#session.custody.release(CAMPAIGNS);
      await this.#leaves([]);
    }
  }

  async #workOffLine(line: Line): Promise<void> {
    for (const phase of phasesOf(line)) await Promise.all(phase.map((sequence) => this.#workOffSequence(sequence)));
    for (const check of line.checks) this.#left.delete(check);
    await this.#session.custody.release(lifeOf(line.lane));
  }

  async #workOffSequence(checks: readonly Check[]): Promise<void> {
    for (const check of checks) {
      this.#waiting.add(check.id);
      this.#tellProgress();
      await this.#work(check);
    }
  }

  /** Resolves when the check is done, or waits long for the target: checks that share nothing with it need not wait. */
  async #workUntilItWaits(check: Check): Promise<void> {
    let leave = (): void => undefined;
    const left = new Promise<true>((resolve) => {
      leave = () => {
        this.#waiting.add(check.id);
        this.#tellProgress();
        resolve(true);
      };
    });
    const whole = this.#work(check, leave);
    if (!(await Promise.race([left, whole]))) return;
    this.#longest.push(whole);
  }

  async #work(check: Check, onLongWait?: () => void): Promise<void> {
    if (this.#spending?.begins(check) === false) return;
    this.#ear.performed(check, await perform(check, this.#session, this.#options, onLongWait));
    this.#spending?.ends(check);
    this.#waiting.delete(check.id);
    this.#done += 1;
    this.#tellProgress();
  }

  /** Lets other runs take their turn as soon as no remaining check works on something that exists only once. */
  async #leaves(done: readonly Check[]): Promise<void> {
    for (const check of done) this.#left.delete(check);
    if (![...this.#left].some(needsTurn)) await this.#session.turn.release();
  }

  #tellProgress(): void {
    const [stage, done, total] = [this.#stage, this.#done, this.#active.length];
    this.#ear.progressed({ stage, done, total, waiting: [...this.#waiting] });
  }
}
