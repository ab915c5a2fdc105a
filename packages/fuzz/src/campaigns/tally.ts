import { type Finding, inconclusive, type Judgement, observed, upheld } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import type { TestCase } from "../cases/test-case.ts";

interface Broken {
  readonly rank: number;
  readonly judgement: Judgement;
  readonly evidence: string;
}
interface Row {
  readonly testCase: TestCase;
  planned: number;
  held: number;
  witness?: string;
  readonly broken: Map<string, Broken>;
  brokenCount: number;
  readonly inconclusive: Set<string>;
  /** Set when a cause other than the state of the project or the budget prevented a verdict. */
  hindered: boolean;
}

/** Counts the results of a plan per operation and version: failures individually, everything else in one sentence. */
export class Tally {
  readonly #rows = new Map<string, Row>();
  readonly #ranks: ReadonlyMap<TestCase, number>;

  constructor(plan: readonly TestCase[]) {
    this.#ranks = new Map(plan.map((testCase, rank) => [testCase, rank]));
    for (const testCase of plan) this.#row(testCase).planned += 1;
  }

  /** Counts a test case outside the plan. */
  plan(testCase: TestCase): void {
    this.#row(testCase).planned += 1;
  }

  /** Counts the result of a test case. True if the findings will refer to its evidence. */
  add(testCase: TestCase, judgement: Judgement, evidence?: string): boolean {
    const row = this.#row(testCase);
    switch (judgement.kind) {
      case "holds":
      case "observed":
        row.held += 1;
        if (evidence === undefined || row.witness !== undefined) return false;
        row.witness = evidence;
        return true;
      case "inconclusive":
      case "not-applicable":
      case "nothing-to-ask":
        row.inconclusive.add(judgement.reason);
        row.hindered = true;
        return false;
      case "broken": {
        row.brokenCount += 1;
        const rank = this.#ranks.get(testCase) ?? this.#ranks.size;
        // Requests overlap, so answers arrive in a different order each time: the rank decides which failure is kept.
        if ((row.broken.get(testCase.name)?.rank ?? Number.POSITIVE_INFINITY) <= rank) return false;
        row.broken.set(testCase.name, { rank, judgement, evidence: evidence ?? "" });
        return true;
      }
      default:
        return judgement satisfies never;
    }
  }

  /** Notes a test case that was not sent because of the current state of the project, which is nobody's fault. */
  skip(testCase: TestCase, reason: string): void {
    this.#row(testCase).inconclusive.add(reason);
  }

  findings(): readonly Finding[] {
    return [...this.#rows.values()].flatMap((row) => {
      const subject = { operation: row.testCase.operation, version: versionLabel(row.testCase.version) };
      const failures = [...row.broken]
        .sort(([, a], [, b]) => a.rank - b.rank)
        .map(([name, { judgement, evidence }]) => ({ ...subject, name, judgement, evidence: [evidence] }));
      const rest = restOf(row);
      const evidence = row.witness === undefined ? [] : [row.witness];
      return rest === undefined ? failures : [...failures, { ...subject, name: "cases", judgement: rest, evidence }];
    });
  }

  #row(testCase: TestCase): Row {
    const key = `${testCase.operation}/${testCase.version}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const made: Row = {
      testCase,
      planned: 0,
      held: 0,
      broken: new Map(),
      brokenCount: 0,
      inconclusive: new Set(),
      hindered: false,
    };
    this.#rows.set(key, made);
    return made;
  }
}

/** The judgement on the cases that are not broken. An incomplete search is only an observation. */
function restOf({ planned, held, brokenCount, inconclusive: reasons, hindered }: Row): Judgement | undefined {
  if (held + brokenCount === planned) return held === 0 ? undefined : upheld;
  const why = [...reasons].sort().slice(0, 2).join("; ") || "the number of requests is used up";
  // Cases left out by the user's own budget are not a gap; cases with an obstacle are.
  if (held + brokenCount === 0 && reasons.size === 0)
    return observed(`the run reached none of ${planned} cases: ${why}`);
  if (held === 0) {
    if (brokenCount > 0) return undefined;
    const note = `the run could judge none of ${planned} cases: ${why}`;
    return hindered ? inconclusive(note) : observed(note);
  }
  return observed(`${held} of ${planned} cases hold, and ${planned - held - brokenCount} have no verdict: ${why}`);
}
