import { createHash } from "node:crypto";
import type { MadeFirst } from "../asking/base-requests.ts";
import type { ViolationReason } from "../asking/judge.ts";
import type { TestCase } from "../cases/test-case.ts";
import { printable } from "../reading/printable.ts";

/** The version of the format of a stored failure. */
export const FAILURE_FORMAT = "plumbline-failure/2";

/** The error in an answer: it contradicts the request, or breaks a rule about all answers. */
export type FailureReason = ViolationReason | "rule-broken";

/** A request that a target answered in violation of the contract, with everything that is needed to send it again. */
export interface Failure {
  readonly format: typeof FAILURE_FORMAT;
  /** Equal for the same defect in every run and with every seed. Names baseline entries, files and tests. */
  readonly fingerprint: string;
  /**
   * 1 is worst: the server failed, or served a caller without permission. 2: it accepted an invalid request or refused
   * a valid one. 3: its answer is broken.
   */
  readonly severity: 1 | 2 | 3;
  /** The requirement of the campaign, or the rule about all answers that the answer breaks. */
  readonly rule: string;
  readonly reason: FailureReason;
  /** For a rule about all answers, `expected` is that of the rule. */
  readonly testCase: Omit<TestCase, "id" | "cell" | "tier" | "question" | "setup">;
  readonly received: string;
  /** Id of the exchange that shows the failure, in the report of the run. */
  readonly evidence: string;
  /** The exchange that created the record of the request, and the id of that record in the run. */
  readonly made?: MadeFirst;
  /** Requests of the run with the same failure at the same place. */
  readonly count: number;
  readonly seed: number;
  /** Requests that shrinking used. */
  readonly shrunkIn?: number;
}

/** The severity of every kind of failure. */
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

/** The severity of a failure, by its reason. */
export const severityOf = (reason: FailureReason): Failure["severity"] => SEVERITIES[reason];

/** Sixteen hexadecimal digits of a hash of the defect, without version, side, values and list indexes. */
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

/** One defect may appear in thousands of answers; the cache has at most one entry per cell of the contract. */
const prints = new Map<string, string>();

/**
 * The same for an answer that breaks a rule about all answers: a hash of rule, operation and broken part. The latter is
 * the expectation of the rule without numbers, ids and list indexes.
 */
export function rulePrintOf(rule: string, operation: string, expected: string): string {
  const broken = expected.replaceAll(/\b[0-9a-f]{24}\b/gi, "*").replaceAll(/\d+/g, "*");
  return printOf([rule, operation, broken].join("\n"));
}

/** The fingerprint of a failure, computed from its other members. */
export const printOfFailure = ({ rule, reason, testCase }: Pick<Failure, "rule" | "reason" | "testCase">): string =>
  reason === "rule-broken" ? rulePrintOf(rule, testCase.operation, testCase.expected) : fingerprintOf(testCase, reason);

const printOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Limit in characters for the expectation of a rule, which may quote the target. */
const EXPECTED = 1_000;

/** The expectation of a rule in the form in which it is stored: one line. */
export const storedWords = (expected: string): string => printable(expected.slice(0, EXPECTED)).slice(0, EXPECTED);

/** Worst first; among equals, those with more requests first. */
export function bySeverity(failures: readonly Failure[]): readonly Failure[] {
  return failures.toSorted(
    (a, b) => a.severity - b.severity || b.count - a.count || (a.fingerprint < b.fingerprint ? -1 : 1),
  );
}
