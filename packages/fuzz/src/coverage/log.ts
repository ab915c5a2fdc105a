import type { World } from "@plumbline/conformance";
import type { Change } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import type { Ruling } from "../campaigns/judge.ts";
import type { Shot } from "../campaigns/shot.ts";
import { bySeverity, type Failure } from "../failures/failure.ts";

/** What came of one planned request. */
export interface Outcome {
  readonly shot: Shot;
  readonly ruling?: Ruling;
  /** Why nothing was sent, or why the answer proves nothing. */
  readonly why?: string;
  readonly status?: number;
}

/** Collects what the campaigns of a run came to, beside their findings: cells, failures, hashes of plans, changes. */
export class FuzzLog {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #failures = new Map<string, Failure>();
  readonly #plans = new Map<string, string>();
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #changes: Change[] = [];
  readonly #signs = new Set<string>();
  #requests = 0;
  #sinceNew = 0;
  /** What was known of the target when the campaigns were planned. */
  world: World | undefined;
  /** Certificates that did not hold on the bytes as sent: defects of this package, never sent. */
  defects = 0;

  plan(campaign: string, hash: string, shots: readonly Shot[]): void {
    this.#plans.set(campaign, hash);
    for (const shot of shots)
      this.#outcomes.set(shot.id, { shot, why: "not sent: the number of requests was used up" });
  }

  /** Notes an answer; `sign` tells behaviours of the target apart. */
  add(outcome: Outcome, sign = ""): void {
    const { shot, status } = outcome;
    this.#outcomes.set(shot.id, outcome);
    if (status === undefined) return;
    this.#requests += 1;
    const key = `${shot.operation}/${versionLabel(shot.version)}`;
    const counts = this.#statuses.get(key) ?? new Map<number, number>();
    this.#statuses.set(key, counts.set(status, (counts.get(status) ?? 0) + 1));
    const seen = `${key} ${shot.shows.location}:${shot.shows.keyword} ${status} ${sign}`;
    this.#sinceNew = this.#signs.has(seen) ? this.#sinceNew + 1 : 0;
    this.#signs.add(seen);
  }

  /** Keeps the first failure of its kind and counts the others. */
  fail(failure: Failure): void {
    const known = this.#failures.get(failure.fingerprint);
    this.#failures.set(failure.fingerprint, known === undefined ? failure : { ...known, count: known.count + 1 });
  }

  /** Puts a smaller request in place of a failure's own. */
  shrunk(fingerprint: string, smaller: Pick<Failure, "shot"> & Partial<Failure>): void {
    const known = this.#failures.get(fingerprint);
    if (known) this.#failures.set(fingerprint, { ...known, ...smaller });
  }

  change(change: Change): void {
    this.#changes.push(change);
  }

  /** Requests since the target last did something that it had not done before in this run. */
  get sinceNew(): number {
    return this.#sinceNew;
  }
  get requests(): number {
    return this.#requests;
  }
  get changes(): readonly Change[] {
    return this.#changes;
  }
  get outcomes(): readonly Outcome[] {
    return [...this.#outcomes.values()];
  }
  /** Deduplicated, worst first. */
  get failures(): readonly Failure[] {
    return bySeverity([...this.#failures.values()]);
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

/** A shot without what only orders it. */
export function storable({
  id: _id,
  cell: _cell,
  tier: _tier,
  kin: _kin,
  home: _home,
  ...shot
}: Shot): Failure["shot"] {
  return shot;
}
