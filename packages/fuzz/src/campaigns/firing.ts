import { steadyNow } from "@plumbline/client";
import { HandsOffError, TooHeavyError } from "@plumbline/conformance";
import type { TestCase } from "../cases/test-case.ts";
import type { FuzzLog } from "../coverage/log.ts";
import type { CaseRunner } from "./case-runner.ts";
import type { Search } from "./settings.ts";
import { SpentError } from "./spent-error.ts";
import type { Stands } from "./stands.ts";
import { isUnsent } from "./unsent.ts";

/** Sends test cases one by one until a signal, the time, the budget or a lack of new results ends everything. */
export class Firing {
  readonly #settings: Search;
  readonly #stands: Stands;
  readonly #log: FuzzLog;
  readonly #signal: AbortSignal;
  readonly #beyond: ReadonlySet<TestCase>;
  #stopped: string | undefined;

  /** `beyond` are test cases outside the plan, which are counted when they are sent. */
  constructor(settings: Search, stands: Stands, log: FuzzLog, signal: AbortSignal, beyond: ReadonlySet<TestCase>) {
    this.#settings = settings;
    this.#stands = stands;
    this.#log = log;
    this.#signal = signal;
    this.#beyond = beyond;
  }

  /** Sends a test case; false when no further ones should start. */
  async fire(testCase: TestCase): Promise<boolean> {
    const stand = this.#stands.of(testCase);
    if (stand === undefined || this.#signal.aborted || this.#stopped !== undefined) return false;
    const { runner, tally } = stand;
    if (runner.error !== undefined) return true;
    this.#stopped = whyOver(this.#settings, this.#log);
    if (this.#stopped !== undefined || !this.#settings.share.take()) return false;
    if (testCase.id.startsWith("drawn ") || this.#beyond.has(testCase)) tally.plan(testCase);
    try {
      await runner.fire(testCase);
      return true;
    } catch (error) {
      return this.#goesOnAfter(error, testCase, runner);
    }
  }

  /** Whether to continue after a test case that could not be sent. */
  #goesOnAfter(error: unknown, testCase: TestCase, runner: CaseRunner): boolean {
    if (isUnsent(error)) {
      this.#stopped = error.message;
      if (error instanceof SpentError) runner.spent(testCase, error.message);
      else runner.skip(testCase, error.message);
      return false;
    }
    if (error instanceof HandsOffError) runner.skip(testCase, error.message, !(error instanceof TooHeavyError));
    else runner.error = error instanceof Error ? error : new Error(String(error));
    return true;
  }
}

function whyOver({ until, dryAfter }: Search, log: FuzzLog): string | undefined {
  if (until !== undefined && steadyNow() > until) return "the time is used up";
  if (dryAfter !== undefined && log.sinceNew > dryAfter) return `${dryAfter} requests showed nothing new`;
  return undefined;
}
