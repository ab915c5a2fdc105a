import { atlas, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { BodyParts } from "../cases/bodies.ts";
import { drawnTestCases } from "../cases/drawn.ts";
import { partsOf, SCOPES } from "../cases/parts.test-support.ts";
import { planOfAll } from "../cases/plan.ts";
import { ruleOf } from "../cases/rules.ts";
import { familyOf } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import { storable } from "../coverage/log.ts";
import { FAILURE_FORMAT, type Failure, fingerprintOf, severityOf } from "../failures/failure.ts";
import { removable, withoutPlaces } from "../failures/shrink-body.ts";
import { readStored } from "../stored/read-stored.ts";
import { objectionTo } from "./objection-to.ts";
import { remade } from "./remade.ts";

const SEED = 7;
/** All are read, but only every 1,193rd is recreated, because each is searched among all requests of its operation. */
const EACH = process.env["PLUMBLINE_FULL"] === undefined ? 1_193 : 11;
const DRAWN = process.env["PLUMBLINE_FULL"] === undefined ? 150 : 1_500;
/** A failure as bytes of a stored file. */
function stored(testCase: TestCase, { contract }: BodyParts): Uint8Array {
  const { aim, level } = testCase;
  const family = familyOf(contract.operation(testCase.operation));
  const reason = aim === "refused" ? "invalid-accepted" : "server-error";
  const failure: Failure = {
    format: FAILURE_FORMAT,
    fingerprint: fingerprintOf(testCase, reason),
    severity: severityOf(reason),
    rule: (family && ruleOf({ family, aim, level })) ?? "",
    reason,
    testCase: storable(testCase),
    received: "200",
    evidence: "x1",
    count: 1,
    seed: SEED,
  };
  return new TextEncoder().encode(`${JSON.stringify(failure, null, 2)}\n`);
}

function* sent(parts: BodyParts): Generator<TestCase> {
  yield* planOfAll(SCOPES, parts, SEED);
  let drawn = 0;
  for (const testCase of drawnTestCases(SCOPES, parts, SEED)) {
    drawn += 1;
    if (drawn > DRAWN) return;
    yield testCase;
  }
}

const read = (bytes: Uint8Array): Failure => {
  const failure = readStored(bytes, "x.json");
  if (failure.format !== FAILURE_FORMAT) throw new Error("expected a failure");
  return failure;
};

describe.each([neutral, atlas])("every request that the fuzzer sends, as $name", (profile) => {
  const parts = partsOf(profile);

  it("can be read from its file, accepted, and recreated exactly", () => {
    let count = 0;
    for (const testCase of sent(parts)) {
      const failure = read(stored(testCase, parts));
      expect(objectionTo(failure, parts.contract), testCase.id).toBeUndefined();
      count += 1;
      if (count % EACH !== 0) continue;
      const again = remade(failure, parts);
      expect("testCase" in again ? again.testCase.call : again.reason, testCase.id).toEqual(testCase.call);
    }
    expect(count).toBeGreaterThan(5_000);
  });
});

describe("remade", () => {
  const parts = partsOf(neutral);
  const plan = planOfAll(SCOPES, parts, SEED);
  const testCaseOf = (operation: string, keyword: string, location = "body"): TestCase => {
    const testCase = plan.find(
      ({ certificate, ...one }) =>
        one.operation === operation && certificate?.keyword === keyword && certificate.location === location,
    );
    if (testCase === undefined) throw new Error(`expected a planned ${keyword} of ${operation}`);
    return testCase;
  };

  it("omits what shrinking removed, and uses no value from the file", () => {
    const testCase = testCaseOf("createExportBucket", "maxLength");
    const text = testCase.call.rawBody ?? "";
    expect(testCase.certificate).toBeDefined();
    const crafted = JSON.stringify({ ...JSON.parse(text), iamRoleId: "f".repeat(24) });
    const again = remade(read(stored({ ...testCase, call: { ...testCase.call, rawBody: crafted } }, parts)), parts);
    expect("testCase" in again && again.testCase.call.rawBody).toBe(text);

    const config = testCaseOf("createAlertConfig", "type");
    const whole = config.call.rawBody ?? "";
    const gone = removable(whole, (candidate) => {
      const failure = read(stored({ ...config, call: { ...config.call, rawBody: candidate } }, parts));
      return objectionTo(failure, parts.contract) === undefined;
    });
    expect(gone.length).toBeGreaterThan(0);
    const smaller = withoutPlaces(whole, gone);
    const shrunk = remade(read(stored({ ...config, call: { ...config.call, rawBody: smaller } }, parts)), parts);
    expect("testCase" in shrunk && shrunk.testCase.call.rawBody).toBe(smaller);
  });

  it("addresses records of this target, whatever the file addresses", () => {
    const testCase = testCaseOf("getAlert", "pattern", "path");
    const [name = ""] = Object.keys(testCase.call.path ?? {});
    const other = "0123456789abcdef01234567";
    const here = partsOf(neutral, { [name]: other });
    const again = remade(read(stored(testCase, parts)), here);
    expect("testCase" in again && JSON.stringify(again.testCase.call)).toContain(other.slice(1, -1));
  });

  it("gives a reason for a request that the fuzzer does not plan", () => {
    const testCase = testCaseOf("listAlerts", "maximum", "query");
    const elsewhere = { ...testCase, shows: { ...testCase.shows, side: "sideways" }, certificate: undefined };
    const { certificate: _none, ...rest } = elsewhere;
    expect(remade(read(stored(rest, parts)), parts)).toEqual({ reason: expect.stringContaining("plans no request") });
    const other = { ...testCase, call: { ...testCase.call, query: { ...testCase.call.query, pageNum: "2" } } };
    expect(remade(read(stored(other, parts)), parts)).toEqual({ reason: expect.stringContaining("another query") });
  });
});
