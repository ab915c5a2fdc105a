import { steadyNow } from "@plumbline/client";
import type { LiveEvent, LiveFailure, LiveProgress, LiveRequest, LiveRun, RunEvent } from "@plumbline/report";
import { type Broken, isBroken } from "../watch/is-broken.ts";
import { RecentExchanges } from "./recent-exchanges.ts";

/**
 * Milliseconds between two events of one kind: not visible to a person, and far fewer events than checks and requests.
 */
const EVERY = 50;
/** How many failures a page receives when it joins later; the report has all of them. */
const KEPT = 500;
const LINES = 8;

type Progress = Omit<LiveProgress, "milliseconds">;

/** Follows one run: turns its journal entries and its progress into events for the pages. */
export class RunSight {
  readonly #about: Pick<LiveRun, "words" | "target">;
  readonly #tell: (event: LiveEvent) => void;
  readonly #began = steadyNow();
  readonly #rules = new Map<string, { readonly text: string; readonly level: string }>();
  readonly #exchanges = new RecentExchanges();
  readonly #failures: LiveFailure[] = [];
  #failed = 0;
  #fresh: LiveFailure[] = [];
  #requests: LiveRequest[] = [];
  #progress: Progress | undefined;
  #due: NodeJS.Timeout | undefined;
  #isChanged = false;
  stopping = false;

  constructor(about: Pick<LiveRun, "words" | "target">, tell: (event: LiveEvent) => void) {
    this.#about = about;
    this.#tell = tell;
  }

  get run(): LiveRun {
    const progress = this.#soFar();
    return {
      ...this.#about,
      milliseconds: steadyNow() - this.#began,
      ...(progress && { progress }),
      failed: this.#failed,
      failures: this.#failures,
      stopping: this.stopping,
    };
  }

  /** Receives an entry of the journal. */
  hear(event: RunEvent): void {
    switch (event.type) {
      case "plan":
        for (const { id, text, level } of event.requirements) this.#rules.set(id, { text, level });
        return;
      case "exchange": {
        this.#exchanges.hear(event.exchange);
        const { request, response, milliseconds } = event.exchange;
        const answer = "status" in response ? String(response.status) : response.fault;
        this.#requests.push({ method: request.method, url: request.url.slice(0, 200), answer, milliseconds });
        if (this.#requests.length > LINES) this.#requests.shift();
        this.#wake();
        return;
      }
      case "verdict":
        if (isBroken(event.verdict)) this.#fail(event.verdict);
        return;
      default:
        return;
    }
  }

  /** Receives the progress of the run. */
  advance(progress: Progress): void {
    this.#progress = progress;
    this.#isChanged = true;
    this.#wake();
  }

  close(): void {
    clearTimeout(this.#due);
  }

  #fail(verdict: Broken): void {
    const { check, requirement, operation, version, outcome } = verdict;
    const { text = "", level = "" } = this.#rules.get(requirement) ?? {};
    const place = `${operation ?? "all operations"}${version === undefined ? "" : ` ${version}`}`;
    const [expected, received] =
      verdict.outcome === "harness-error" ? ["", verdict.message] : [verdict.expected, verdict.received];
    const failure = {
      check,
      requirement,
      text,
      level,
      outcome,
      place,
      expected: cut(expected),
      received: cut(received),
      ...this.#exchanges.evidenceOf(verdict),
    };
    this.#failed += 1;
    if (this.#failures.length < KEPT) this.#failures.push(failure);
    this.#fresh.push(failure);
    this.#wake();
  }

  #wake(): void {
    this.#due ??= setTimeout(() => this.#flush(), EVERY).unref();
  }

  #flush(): void {
    this.#due = undefined;
    const progress = this.#soFar();
    if (this.#isChanged && progress !== undefined) this.#tell({ type: "progress", progress });
    if (this.#fresh.length > 0) this.#tell({ type: "failures", failed: this.#failed, failures: this.#fresh });
    if (this.#requests.length > 0) this.#tell({ type: "requests", requests: this.#requests });
    this.#isChanged = false;
    this.#fresh = [];
    this.#requests = [];
  }

  #soFar(): LiveProgress | undefined {
    return this.#progress && { ...this.#progress, milliseconds: steadyNow() - this.#began };
  }
}

const cut = (text: string): string => (text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text);
