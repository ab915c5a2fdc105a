import type { Verdict } from "@plumbline/report";
import { CAMPAIGNS } from "../custody/keys.ts";
import { CHECK_STAGES, type Stage } from "../ground/stage.ts";
import { pool } from "../kernel/pool.ts";
import type { Session } from "../kernel/session.ts";
import { lifeOf } from "../kernel/story-addresses.ts";
import type { Check } from "../plan/check.ts";
import { CAMPAIGN_TURNS, isCampaign, isLate, needsTurn, rankOf, turnOf } from "./kinds-of-work.ts";
import { type Line, laneOf, linesOf } from "./lines.ts";
import { perform } from "./perform.ts";
import type { Progress, RunOptions } from "./run-options.ts";
import { Spending } from "./spending.ts";

/** What a schedule reports to. */
export interface ScheduleEar {
  readonly performed: (check: Check, verdicts: readonly Verdict[]) => void;
  readonly progressed: (progress: Omit<Progress, "failures">) => void;
}

/** Works off checks: stage by stage, what is slow in lines beside the stages, and campaigns when all else is done. */
export class Schedule {
  readonly #session: Session;
  readonly #options: RunOptions;
  readonly #active: readonly Check[];
  readonly #ear: ScheduleEar;
  /** What is under way in each slow lane. */
  readonly #lines = new Map<string, Promise<void>>();
  /** Present if the run has a budget. */
  readonly #spending?: Spending;
  readonly #left: Set<Check>;
  readonly #waiting = new Set<string>();
  /** Checks that wait for the target to get somewhere: who shares nothing with them goes on. */
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

  /** Works off round after round until the budget is spent. */
  async #workOffInRounds(spending: Spending): Promise<void> {
    await this.#workOffChecks(this.#active.filter(({ requests }) => requests === 0));
    for (;;) {
      const round = spending.next();
      // What is slow goes on beside the next rounds; only when nothing else fits in, the run waits for it to need less.
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

  /** Ends with the last stage; lines, and checks that wait for the target to get somewhere, may go on. */
  async #workOffStages(checks: readonly Check[]): Promise<void> {
    const { jobs } = this.#options;
    const lines = jobs === 1 ? [] : linesOf(checks, this.#session.target.advanceClock !== undefined);
    const inLines = new Set(lines.flatMap((line) => line.checks));
    for (const stage of CHECK_STAGES) {
      this.#stage = stage;
      if (stage === "state") this.#session.forget();
      // Its checks need that nobody else is writing.
      if (stage === "quota") await Promise.all(this.#longest);
      for (const line of lines) if (line.from === stage) this.#goesOnWith(line);
      const mine = checks
        .filter((check) => check.stage === stage && !isCampaign(check) && !inLines.has(check))
        .sort((one, other) => rankOf(one) - rankOf(other));
      // Those that come last wait for the very last of the others: one that is under way may need the room they take.
      for (const turn of [mine.filter((check) => !isLate(check)), mine.filter(isLate)])
        await pool(turn, jobs, laneOf, (check) =>
          laneOf(check) === undefined ? this.#workUntilItWaits(check) : this.#work(check),
        );
      await this.#leaves(mine);
    }
  }

  /** Works off a line after the one of its lane that is under way. */
  #goesOnWith(line: Line): void {
    const before = this.#lines.get(line.lane) ?? Promise.resolve();
    this.#lines.set(
      line.lane,
      before.then(() => this.#workOffLine(line)),
    );
  }

  /** Campaigns write by the thousand, and checks are about what is there: they have the target one after the other. */
  async #workOffCampaigns(): Promise<void> {
    for (const turn of CAMPAIGN_TURNS) {
      const mine = this.#active.filter((check) => isCampaign(check) && turnOf(check) === turn);
      if (mine.length === 0) continue;
      this.#stage = "campaigns";
      this.#tellProgress();
      // Taken before any begins: those that only read would go ahead of the others, and use up what all share.
      if (mine.some(needsTurn)) await this.#session.turn.take();
      // They may work off one order of requests together, so each of a turn begins at once, with lanes of its own.
      if (turn === "alone") for (const check of mine) await this.#work(check);
      else await Promise.all(mine.map((check) => this.#work(check)));
      for (const check of mine) this.#left.delete(check);
      await this.#session.custody.release(CAMPAIGNS);
      await this.#leaves([]);
    }
  }

  async #workOffLine({ lane, checks }: Line): Promise<void> {
    for (const check of checks) {
      this.#waiting.add(check.id);
      this.#tellProgress();
      await this.#work(check);
    }
    for (const check of checks) this.#left.delete(check);
    await this.#session.custody.release(lifeOf(lane));
  }

  /** Until the check is done, or waits for the target to get somewhere: who shares nothing with it has not to wait too. */
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

  /** Has other runs take their turn as soon as no check is left that works on what there is only one of. */
  async #leaves(done: readonly Check[]): Promise<void> {
    for (const check of done) this.#left.delete(check);
    if (![...this.#left].some(needsTurn)) await this.#session.turn.release();
  }

  #tellProgress(): void {
    const [stage, done, total] = [this.#stage, this.#done, this.#active.length];
    this.#ear.progressed({ stage, done, total, waiting: [...this.#waiting] });
  }
}
