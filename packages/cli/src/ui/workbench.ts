import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  applyKnownFailures,
  type KnownWish,
  type LiveEvent,
  type LiveResult,
  overlaid,
  type Report,
  RUN_LABELS,
  type RunWish,
} from "@plumbline/report";
import { exitFor } from "../exit-for.ts";
import type { Given } from "../flags.ts";
import { readKnownFailures } from "../known-failures/read.ts";
import { runId } from "../output/run-id.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { onChange } from "../watch/changes.ts";
import type { Onlooker } from "../watch/onlooker.ts";
import { onReturn } from "../watch/returns.ts";
import { failedChecks } from "../watch/standing.ts";
import { addKnownFailure } from "./add-known-failure.ts";
import { EarlierRuns } from "./earlier-runs.ts";
import { givenFor } from "./given-for.ts";
import { RunSight } from "./run-sight.ts";

/**
 * Checks that flags can be run, and returns a function that runs them; it passes on the report before it ends.
 * @throws UsageError when the flags cannot be run.
 */
export type Prepare = (given: Given) => (onlooker: Onlooker, heard: (report: Report) => void) => Promise<number>;

/** The state of the live page: the current run, the results of all runs, and the events that start the next one. */
export class Workbench {
  readonly earlier: EarlierRuns;
  readonly #knownFile: string;
  readonly #given: Given;
  readonly #terminal: Terminal;
  readonly #folder: string;
  readonly #tell: (event: LiveEvent) => void;
  readonly #prepare: Prepare;
  #report: Report | undefined;
  #page = 1;
  #rounds = 0;
  #last: LiveResult | undefined;
  #running: { readonly sight: RunSight; readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #waiting: { readonly words: string; readonly end: AbortController } | undefined;
  /** The target of the last run; failed checks are repeated on it. */
  #wish: Pick<RunWish, "target" | "profile"> = {};

  constructor(
    { given, terminal, folder }: { readonly given: Given; readonly terminal: Terminal; readonly folder: string },
    prepare: Prepare,
    tell: (event: LiveEvent) => void,
  ) {
    this.#given = given;
    this.#prepare = prepare;
    this.#terminal = terminal;
    this.#folder = folder;
    this.#tell = tell;
    this.#knownFile = given.one("known-failures") ?? "known-failures.yml";
    this.earlier = new EarlierRuns(folder);
    const newest = this.#newest();
    this.#report = newest && this.#withKnown(newest);
  }

  /** The target of the next run, unless the page names another. */
  get wish(): Pick<RunWish, "target" | "profile"> {
    return this.#wish;
  }

  /** The newest result. Rounds over some checks are merged into the result of the whole run. */
  get report(): Report | undefined {
    return this.#report;
  }

  /** Changes whenever there is something new to show. */
  get page(): number {
    return this.#page;
  }

  get standing(): LiveEvent {
    return {
      type: "standing",
      page: this.#page,
      ...(this.#running && { run: this.#running.sight.run }),
      ...(this.#last && { last: this.#last }),
      ...(this.#waiting && { waitsFor: this.#waiting.words }),
    };
  }

  /**
   * Starts a run.
   * @throws UsageError when a run is going on, and when the wish cannot be run.
   */
  run(wish: RunWish): void {
    if (this.#running !== undefined) throw new UsageError("a run is already going on: stop it, or wait until it ends");
    const failed = this.#report === undefined ? [] : failedChecks(this.#report);
    const id = runId();
    const knownFile = existsSync(this.#knownFile) ? this.#knownFile : undefined;
    const given = givenFor(
      this.#given,
      // A wish that names a target is complete: a profile chosen earlier belongs to the earlier target.
      wish.target === undefined ? { ...this.#wish, ...wish } : wish,
      { folder: join(this.#folder, id), knownFile, failed },
    );
    const begin = this.#prepare(given);
    if (wish.target !== undefined)
      this.#wish = { target: wish.target, ...(wish.profile !== undefined && { profile: wish.profile }) };
    this.#waiting?.end.abort();
    this.#waiting = undefined;
    const target = given.one("target") ?? "reference";
    const sight = new RunSight({ words: wordsFor(wish, failed.length), target }, this.#tell);
    const stop = new AbortController();
    const hear = (report: Report): void => this.#take(report, wish);
    const onlooker: Onlooker = {
      hear: (event) => sight.hear(event),
      advance: (progress) => sight.advance(progress),
      stop: stop.signal,
    };
    this.#last = undefined;
    const done = begin(onlooker, hear)
      .then(
        () => undefined,
        (error: unknown) => {
          this.#last = { tone: "fault", words: `The run failed: ${exitFor(error).text}` };
        },
      )
      .then(() => this.#ended(sight));
    this.#running = { sight, stop, done };
    this.#tell(this.standing);
  }

  /** Ends the current run in order. */
  stop(): void {
    if (this.#running === undefined) return;
    this.#running.sight.stopping = true;
    this.#running.stop.abort();
    this.#tell(this.standing);
  }

  /**
   * Lists a failure as known, and shows it so.
   * @throws UsageError when the check has not failed, or cannot be listed.
   */
  mark(wish: KnownWish): void {
    const verdict = this.#report?.verdicts.find(({ check }) => check === wish.check);
    if (this.#report === undefined || verdict === undefined || !failedChecks({ verdicts: [verdict] }).length)
      throw new UsageError(`${wish.check} has not failed: only a failure can be marked as known`);
    addKnownFailure(this.#knownFile, wish);
    this.#report = this.#withKnown(this.#report);
    this.#last = { tone: "warn", words: `${this.#knownFile} now lists ${wish.check}.` };
    this.#page += 1;
    this.#tell(this.standing);
  }

  /** Ends the current run, if any, and resolves when it has ended. */
  async close(): Promise<void> {
    this.#waiting?.end.abort();
    this.stop();
    await this.#running?.done;
  }

  /** A report with the current list of known failures, which may have more entries than when the report was written. */
  #withKnown(report: Report): Report {
    if (!existsSync(this.#knownFile)) return report;
    return applyKnownFailures(report, readKnownFailures(this.#knownFile), new Date().toISOString().slice(0, 10));
  }

  #take(report: Report, wish: RunWish): void {
    if (report.outcome === "unreachable") {
      this.#last = { tone: "fault", words: report.reason };
      return;
    }
    const isSame = this.#report?.target.name === report.target.name;
    const isRound = wish.scope !== "all" && this.#report !== undefined && isSame;
    this.#rounds += 1;
    this.#report = isRound && this.#report !== undefined ? overlaid(this.#report, report, this.#rounds) : report;
    const { symbol, words, tone } = RUN_LABELS[report.outcome];
    const broken = failedChecks(report).length;
    const seconds = `${(report.run.milliseconds / 1_000).toFixed(1)} s`;
    this.#last = isRound
      ? {
          tone: broken === 0 ? "good" : "bad",
          words: `${report.verdicts.length - broken} of ${report.verdicts.length} checks hold, in ${seconds}.`,
        }
      : { tone, words: `${symbol} ${words}, in ${seconds}.` };
  }

  #ended(sight: RunSight): void {
    sight.close();
    this.#running = undefined;
    this.#page += 1;
    this.#wait();
    this.#tell(this.standing);
  }

  /** Repeats failed checks when the target returns after it was away, or when files change. */
  #wait(): void {
    const report = this.#report;
    const paths = this.#given.all("watch-path") ?? [];
    if (report === undefined) return;
    const url = report.target.kind === "url" ? report.target.url : undefined;
    const occasions = [
      ...(url === undefined ? [] : ["the target comes back"]),
      ...(paths.length > 0 ? ["a file changes"] : []),
    ];
    if (occasions.length === 0) return;
    const end = new AbortController();
    const again = (): void => {
      if (!end.signal.aborted && this.#running === undefined) this.#runAgain(report);
    };
    if (url !== undefined) {
      const gone = (): void => {
        this.#last = { tone: "open", words: "The target does not answer." };
        this.#tell(this.standing);
      };
      void onReturn(url, end.signal, gone).then(again);
    }
    onChange(paths, end.signal, again, ({ message }) => this.#terminal.note(`plumbline: ${message}\n`));
    this.#waiting = { words: occasions.join(" or "), end };
  }

  /** Starts a run that nobody asked for just now, so the page and the terminal say why it cannot start. */
  #runAgain(report: Report): void {
    try {
      this.run({ scope: failedChecks(this.#report ?? report).length > 0 ? "failed" : "all" });
    } catch (error) {
      const { text } = exitFor(error);
      this.#terminal.note(`plumbline: ${text}\n`);
      this.#last = { tone: "fault", words: `The run failed: ${text}` };
      this.#tell(this.standing);
    }
  }

  /**
   * The newest run in the folder with more than half of the largest number of checks, with the later rounds merged into
   * it.
   */
  #newest(): Report | undefined {
    const lines = this.earlier.lines.filter(({ outcome }) => outcome !== "unreachable");
    const same = lines.filter(({ target }) => target === lines[0]?.target);
    const most = Math.max(...same.map(({ checks }) => checks));
    const large = same.findIndex(({ checks }) => checks > most / 2);
    const [base, ...rounds] = same.slice(0, large + 1).toReversed();
    if (base === undefined) return undefined;
    return rounds.reduce((report, { id }) => {
      this.#rounds += 1;
      return overlaid(report, this.earlier.read(id), this.#rounds);
    }, this.earlier.read(base.id));
  }
}

function wordsFor({ scope, name = "" }: RunWish, failed: number): string {
  switch (scope) {
    case "all":
      return "everything";
    case "failed":
      return `failed checks (${failed})`;
    case "area":
    case "requirement":
    case "operation":
    case "check":
      return name;
    default:
      return scope satisfies never;
  }
}
