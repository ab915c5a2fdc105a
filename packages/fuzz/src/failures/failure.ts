import { createHash } from "node:crypto";
import type { MadeFirst } from "../asking/base-requests.ts";
import type { ViolationReason } from "../asking/judge.ts";
import type { TestCase } from "../cases/test-case.ts";
import { printable } from "../reading/printable.ts";

/** The version of the format of a stored failure. */
export const FAILURE_FORMAT = "plumbline-failure/2";

/** What was wrong with an answer: with what it says to the request, or with itself. */
export type FailureReason = ViolationReason | "rule-broken";

/** A request that a target answered against the contract, with all that is needed to send it again. */
export interface Failure {
  readonly format: typeof FAILURE_FORMAT;
  /** The same for the same defect in every run, whatever the seed: names baseline entries, files and tests. */
  readonly fingerprint: string;
  /** 1 is worst: the server failed, or did what somebody asked who may not; 2: it took what is invalid or refused what is valid; 3: its answer is broken. */
  readonly severity: 1 | 2 | 3;
  /** The campaign's requirement; of an answer that breaks a rule about all answers, that rule. */
  readonly rule: string;
  readonly reason: FailureReason;
  /** What it expects is what the rule does. */
  readonly testCase: Omit<TestCase, "id" | "cell" | "tier" | "question" | "setup">;
  readonly received: string;
  /** Id of the exchange that shows it, in the report of the run. */
  readonly evidence: string;
  /** The exchange that made the record which the request is about, and that record's id in the run. */
  readonly made?: MadeFirst;
  /** Requests of the run that failed for the same reason at the same place. */
  readonly count: number;
  readonly seed: number;
  /** Requests that shrinking took. */
  readonly shrunkIn?: number;
}

/** How bad each kind of failure is: every kind there is. */
export const SEVERITIES: Readonly<Record<FailureReason, Failure["severity"]>> = {
  "server-error": 1,
  "no-answer": 1,
  "invalid-accepted": 2,
  "invalid-redirected": 2,
  "valid-refused": 2,
  "broken-error-body": 3,
  "broken-answer": 3,
  "rule-broken": 3,
  "stranger-let-in": 1,
  "caller-kept-out": 2,
};

/** How bad a failure is, by its reason. */
export const severityOf = (reason: FailureReason): Failure["severity"] => SEVERITIES[reason];

/** Sixteen hexadecimal digits over what a defect is, without version, side, values and positions in lists. */
export function fingerprintOf(
  testCase: Pick<TestCase, "operation" | "aim" | "shows">,
  reason: ViolationReason,
): string {
  const { location, pointer, keyword } = testCase.shows;
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const text = [testCase.operation, testCase.aim, location, place, keyword, reason].join("\n");
  const known = prints.get(text) ?? printOf(text);
  prints.set(text, known);
  return known;
}

/** One defect may show in thousands of answers; there are no more texts than cells of the contract. */
const prints = new Map<string, string>();

/**
 * The same for an answer that breaks a rule about all answers: over rule, operation and what is broken, which is what the
 * rule expects, without numbers, ids and positions in lists.
 */
export function rulePrintOf(rule: string, operation: string, expected: string): string {
  const broken = expected.replaceAll(/\b[0-9a-f]{24}\b/gi, "*").replaceAll(/\d+/g, "*");
  return printOf([rule, operation, broken].join("\n"));
}

/** The fingerprint that a failure has by its other parts. */
export const printOfFailure = ({ rule, reason, testCase }: Pick<Failure, "rule" | "reason" | "testCase">): string =>
  reason === "rule-broken" ? rulePrintOf(rule, testCase.operation, testCase.expected) : fingerprintOf(testCase, reason);

const printOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Characters of what a rule expects: it may have words of the target in it. */
const EXPECTED = 1_000;

/** What a rule expects as it is stored: on one line. */
export const storedWords = (expected: string): string => printable(expected.slice(0, EXPECTED)).slice(0, EXPECTED);

/** Worst first, and among equals those that more requests show. */
export function bySeverity(failures: readonly Failure[]): readonly Failure[] {
  return failures.toSorted(
    (a, b) => a.severity - b.severity || b.count - a.count || (a.fingerprint < b.fingerprint ? -1 : 1),
  );
}
