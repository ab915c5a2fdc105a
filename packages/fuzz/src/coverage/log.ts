import type { World } from "@plumbline/conformance";
import type { Redacted } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import type { Ruling } from "../asking/judge.ts";
import type { TestCase } from "../cases/test-case.ts";
import { bySeverity, type Failure } from "../failures/failure.ts";
import type { Scenario } from "../stateful/scenario.ts";

/** The result of a run for one cell of the contract. */
export interface Outcome {
  readonly ruling?: Ruling;
  /** Why nothing was sent, or why the answer proves nothing. May quote the target. */
  readonly why?: string;
}

/** The result of one request. */
export interface Answered extends Outcome {
  readonly testCase: Pick<TestCase, "operation" | "version" | "aim" | "shows" | "elsewhere">;
  readonly status?: number;
}

/** Before the first campaign there are no answers, so no reason can quote one. */
const unasked = (why: string): Redacted<string> => why as Redacted<string>;

/**
 * Limit of failures for one operation and one rule about all answers: a target may invent a new one for each answer.
 */
const RULE_KINDS = 5;

/** Collects results of the campaigns in addition to their findings: cells, failures, hashes of plans. */
export class FuzzLog {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #failures = new Map<string, Failure>();
  readonly #ruleKinds = new Map<string, number>();
  readonly #plans = new Map<string, string>();
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #scenarios = new Map<string, Scenario>();
  readonly #signs = new Set<string>();
  readonly #walks = new Map<string, number>();
  #whole: { readonly hash: string; readonly requests: number } | undefined;
  #requests = 0;
  #sinceNew = 0;
  /** The world as it was when the campaigns were planned. */
  world: World | undefined;
  /** Redacts a reason; the campaigns know the secrets. */
  shown: (why: string) => Redacted<string> = unasked;
  /**
   * Certificates that did not hold on the final bytes. These are defects of this package, and their requests are not
   * sent.
   */
  defects = 0;
  /** Called for each failure, including repeated ones. */
  onFailure: (failure: Failure) => void = () => undefined;

  plan(campaign: string, hash: string, testCases: readonly TestCase[]): void {
    this.#plans.set(campaign, hash);
    for (const testCase of testCases)
      this.#outcomes.set(cellKey(testCase), { why: "not sent: the number of requests is used up" });
  }

  /** Notes the common order of all campaigns. */
  planned(hash: string, requests: number): void {
    this.#whole = { hash, requests };
  }

  /** Notes an answer; `sign` distinguishes behaviours of the target. */
  add({ testCase, ruling, why, status }: Answered, sign = ""): void {
    const cell = cellKey(testCase);
    const known = this.#outcomes.get(cell)?.ruling?.verdict;
    // Several requests may show one cell: an undecided answer does not replace a decided one.
    if (known === undefined || known === "unspecified" || (known === "conforms" && ruling?.verdict === "violates"))
      this.#outcomes.set(cell, { ...(ruling && { ruling }), ...(why !== undefined && { why }) });
    if (status === undefined) return;
    this.#requests += 1;
    const key = `${testCase.operation}/${versionLabel(testCase.version)}`;
    // A missing name or a caller without permission does not show whether the operation exists.
    if (testCase.aim === "kept out" || (testCase.elsewhere === true && (status === 404 || status === 410))) return;
    const counts = this.#statuses.get(key) ?? new Map<number, number>();
    this.#statuses.set(key, counts.set(status, (counts.get(status) ?? 0) + 1));
    const seen = `${key} ${testCase.shows.location}:${testCase.shows.keyword} ${status} ${sign}`;
    this.#sinceNew = this.#signs.has(seen) ? this.#sinceNew + 1 : 0;
    this.#signs.add(seen);
  }

  /** Keeps the first failure of its kind and counts the others. True for the first. */
  fail(failure: Failure): boolean {
    this.onFailure(failure);
    const { fingerprint, rule, reason, testCase } = failure;
    const known = this.#failures.get(fingerprint);
    if (known === undefined && reason === "rule-broken") {
      const key = `${rule} ${testCase.operation}`;
      const kinds = this.#ruleKinds.get(key) ?? 0;
      if (kinds >= RULE_KINDS) return false;
      this.#ruleKinds.set(key, kinds + 1);
    }
    this.#failures.set(fingerprint, known === undefined ? failure : { ...known, count: known.count + 1 });
    return known === undefined;
  }

  /** Replaces the request of a failure with a smaller one. */
  shrunk(fingerprint: string, smaller: Pick<Failure, "testCase"> & Partial<Failure>): void {
    const known = this.#failures.get(fingerprint);
    if (known) this.#failures.set(fingerprint, { ...known, ...smaller });
  }

  /** Keeps a scenario in which the target differs from the model. */
  scenario(scenario: Scenario): void {
    this.#scenarios.set(scenario.fingerprint, scenario);
  }

  /** Counts the steps of a walk over records of one kind. */
  walked(kind: string, steps: number): void {
    this.#walks.set(kind, (this.#walks.get(kind) ?? 0) + steps);
  }

  /** Steps of walks by the kind of their records. */
  get walks(): ReadonlyMap<string, number> {
    return this.#walks;
  }

  /** Requests since the target last showed a behaviour that was new in this run. */
  get sinceNew(): number {
    return this.#sinceNew;
  }
  /** SHA-256 of the ordered list of all requests, and its length; `undefined` before planning. */
  get plannedOrder(): { readonly hash: string; readonly requests: number } | undefined {
    return this.#whole;
  }
  get requests(): number {
    return this.#requests;
  }
  /** Outcomes by the key of their cell. */
  get outcomes(): ReadonlyMap<string, Outcome> {
    return this.#outcomes;
  }
  /** The number of distinct failures so far. */
  get failed(): number {
    return this.#failures.size;
  }
  /** Distinct failures, worst first. */
  get failures(): readonly Failure[] {
    return bySeverity([...this.#failures.values()]);
  }
  get scenarios(): readonly Scenario[] {
    return [...this.#scenarios.values()];
  }
  /** SHA-256 of the request list of each campaign, by its name. */
  get plans(): ReadonlyMap<string, string> {
    return this.#plans;
  }
  /** Number of answers with each status, by operation and version. */
  get statuses(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return this.#statuses;
  }
}

/** The key of a cell of an operation in one version. */
export function cellKey({
  operation,
  version,
  aim,
  shows,
}: Pick<TestCase, "operation" | "version" | "aim" | "shows">): string {
  const { location, pointer, keyword, side } = shows;
  return [operation, versionLabel(version), aim, location, pointer, keyword, side].join("\n");
}

/** A test case without the members that only order it. */
export function storable({
  id: _id,
  cell: _cell,
  tier: _tier,
  question: _question,
  setup: _setup,
  way: _way,
  ...testCase
}: TestCase): Failure["testCase"] {
  return testCase;
}
