import { bindContract, neutral } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import { ruleOf } from "../cases/rules.ts";
import { familyOf } from "../cases/subjects.ts";
import { answerRule } from "../failures/answer-rules.ts";
import {
  FAILURE_FORMAT,
  type Failure,
  type FailureReason,
  printOfFailure,
  SEVERITIES,
  severityOf,
} from "../failures/failure.ts";
import { closed } from "../reading/closed.ts";
import { oneOf } from "../reading/one-of.ts";
import { inside, type Place } from "../reading/place.ts";
import type { Read } from "../reading/read.ts";
import { refuse } from "../reading/refuse.ts";
import { LONGEST_WORDS, line, text } from "../reading/text.ts";
import { whole } from "../reading/whole.ts";
import { readFingerprint } from "./read-fingerprint.ts";
import { readTestCase } from "./read-test-case.ts";

const REASONS = Object.keys(SEVERITIES) as readonly FailureReason[];

const members = closed(
  {
    format: oneOf(FAILURE_FORMAT),
    fingerprint: readFingerprint,
    severity: oneOf(1, 2, 3),
    rule: line(100),
    reason: oneOf(...REASONS),
    testCase: readTestCase,
    received: text(LONGEST_WORDS),
    evidence: line(200),
    count: whole(1, Number.MAX_SAFE_INTEGER),
    seed: whole(0, Number.MAX_SAFE_INTEGER),
  },
  { made: closed({ exchange: line(200), id: line(200) }), shrunkIn: whole(0, 10_000) },
);

const contract = bindContract(neutral);

/** A stored failure whose parts must be consistent. */
export const readFailure: Read<Failure> = (value, place) => {
  const failure = members(value, place);
  const { testCase, reason, severity, rule } = failure;
  agrees(inside(place, "severity"), severityOf(reason), severity);
  agrees(inside(place, "fingerprint"), printOfFailure(failure), failure.fingerprint);
  const family = familyOf(contract.operation(testCase.operation));
  const scope = family && ruleOf({ family, aim: testCase.aim, level: testCase.level });
  if (scope === undefined)
    refuse(
      inside(place, "testCase"),
      "a request of a kind that is sent",
      `${testCase.aim} ${testCase.level} ${testCase.operation}`,
    );
  if (reason !== "rule-broken") agrees(inside(place, "rule"), scope, rule);
  else if (!isAbout(rule, testCase))
    refuse(inside(place, "rule"), `the id of a rule about the answers of ${testCase.operation}`, preview(rule, 80));
  const { certificate, shows } = testCase;
  if (certificate === undefined) return failure;
  const at = inside(inside(place, "testCase"), "certificate");
  agrees(inside(at, "operation"), testCase.operation, certificate.operation);
  agrees(inside(at, "level"), testCase.level, certificate.level);
  for (const name of ["location", "pointer", "keyword", "side"] as const)
    agrees(inside(at, name), shows[name], certificate[name]);
  return failure;
};

/** Whether there is such a rule about all answers and it applies to answers of the request. */
const isAbout = (rule: string, { operation, version }: Failure["testCase"]): boolean =>
  answerRule(rule)?.on({ operation: contract.operation(operation, version), version }, contract) === true;

function agrees(place: Place, expected: string | number, received: string | number): void {
  if (expected !== received)
    refuse(place, `${JSON.stringify(expected)}, which is what the rest says`, JSON.stringify(received));
}
