import type { World } from "@plumbline/conformance";
import type { Redacted } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import type { Ruling } from "../asking/judge.ts";
import type { TestCase } from "../cases/test-case.ts";
import { bySeverity, type Failure } from "../failures/failure.ts";
import type { Scenario } from "../stateful/scenario.ts";

/** What a run knows about one cell of the contract. */
export interface Outcome {
  readonly ruling?: Ruling;
  /** Why nothing was sent, or why the answer proves nothing: it may quote the target. */
  readonly why?: string;
}

/** What came of one request. */
export interface Answered extends Outcome {
  readonly testCase: Pick<TestCase, "operation" | "version" | "aim" | "shows" | "elsewhere">;
  readonly status?: number;
}

/** Where no campaign has begun, nothing was asked, and no reason can quote an answer. */
const unasked = (why: string): Redacted<string> => why as Redacted<string>;

/** Ways in which one operation breaks one rule about all answers: a target may make up another for each answer. */
const RULE_KINDS = 5;

/** Collects what the campaigns of a run came to, beside their findings: cells, failures, hashes of plans. */
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
  /** What was known of the target when the campaigns were planned. */
  world: World | undefined;
  /** A reason without secrets, which the campaigns know. */
  shown: (why: string) => Redacted<string> = unasked;
  /** Certificates that did not hold on the bytes as sent: defects of this package, never sent. */
  defects = 0;
  /** Hears of each failure as it is seen, repeated ones included. */
  onFailure: (failure: Failure) => void = () => undefined;

  plan(campaign: string, hash: string, testCases: readonly TestCase[]): void {
    this.#plans.set(campaign, hash);
    for (const testCase of testCases)
      this.#outcomes.set(cellKey(testCase), { why: "not sent: the number of requests is used up" });
  }

  /** Notes the order of all campaigns together. */
  planned(hash: string, requests: number): void {
    this.#whole = { hash, requests };
  }

  /** Notes an answer; `sign` tells behaviours of the target apart. */
  add({ testCase, ruling, why, status }: Answered, sign = ""): void {
    const cell = cellKey(testCase);
    const known = this.#outcomes.get(cell)?.ruling?.verdict;
    // Several requests may show one cell: what one of them decided is not undone by one that decides nothing.
    if (known === undefined || known === "unspecified" || (known === "conforms" && ruling?.verdict === "violates"))
      this.#outcomes.set(cell, { ...(ruling && { ruling }), ...(why !== undefined && { why }) });
    if (status === undefined) return;
    this.#requests += 1;
    const key = `${testCase.operation}/${versionLabel(testCase.version)}`;
    // Neither a name that need not exist nor one who may not ask says anything about whether the operation is there.
    if (testCase.aim === "kept out" || (testCase.elsewhere === true && (status === 404 || status === 410))) return;
    const counts = this.#statuses.get(key) ?? new Map<number, number>();
    this.#statuses.set(key, counts.set(status, (counts.get(status) ?? 0) + 1));
    const seen = `${key} ${testCase.shows.location}:${testCase.shows.keyword} ${status} ${sign}`;
    this.#sinceNew = this.#signs.has(seen) ? this.#sinceNew + 1 : 0;
    this.#signs.add(seen);
  }

  /** Keeps the first failure of its kind and counts the others: true when it is the first. */
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

  /** Puts a smaller request in place of a failure's own. */
  shrunk(fingerprint: string, smaller: Pick<Failure, "testCase"> & Partial<Failure>): void {
    const known = this.#failures.get(fingerprint);
    if (known) this.#failures.set(fingerprint, { ...known, ...smaller });
  }

  /** Keeps a scenario on which the target differs from the model. */
  scenario(scenario: Scenario): void {
    this.#scenarios.set(scenario.fingerprint, scenario);
  }

  /** Counts the steps of a walk over records of one kind. */
  walked(kind: string, steps: number): void {
    this.#walks.set(kind, (this.#walks.get(kind) ?? 0) + steps);
  }

  /** Steps of walks over records, by their kind. */
  get walks(): ReadonlyMap<string, number> {
    return this.#walks;
  }

  /** Requests since the target last did something that it had not done before in this run. */
  get sinceNew(): number {
    return this.#sinceNew;
  }
  /** SHA-256 over the list of all requests in their order, and how many there are; undefined before they are planned. */
  get plannedOrder(): { readonly hash: string; readonly requests: number } | undefined {
    return this.#whole;
  }
  get requests(): number {
    return this.#requests;
  }
  /** By the key of their cell. */
  get outcomes(): ReadonlyMap<string, Outcome> {
    return this.#outcomes;
  }
  /** How many kinds of failures there are so far. */
  get failed(): number {
    return this.#failures.size;
  }
  /** Deduplicated, worst first. */
  get failures(): readonly Failure[] {
    return bySeverity([...this.#failures.values()]);
  }
  get scenarios(): readonly Scenario[] {
    return [...this.#scenarios.values()];
  }
  /** SHA-256 over the request list of each campaign, by its name. */
  get plans(): ReadonlyMap<string, string> {
    return this.#plans;
  }
  /** How often each operation and version answered with each status. */
  get statuses(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return this.#statuses;
  }
}

/** Names a cell of an operation in one version. */
export function cellKey({
  operation,
  version,
  aim,
  shows,
}: Pick<TestCase, "operation" | "version" | "aim" | "shows">): string {
  const { location, pointer, keyword, side } = shows;
  return [operation, versionLabel(version), aim, location, pointer, keyword, side].join("\n");
}

/** A test case without what only orders it. */
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
