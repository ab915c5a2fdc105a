import type { JsonSchema } from "@plumbline/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TestCase } from "../cases/test-case.ts";
import { mutantsOf } from "../mutants/mutants-of.ts";
import { bySeverity, type Failure, fingerprintOf } from "./failure.ts";
import { shrink } from "./shrink.ts";
import { removable, withoutPlaces } from "./shrink-body.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1 },
    tags: { type: "array", items: { type: "object", properties: { key: { type: "string", maxLength: 3 } } } },
    size: { type: "integer" },
  },
  required: ["name"],
};
const base = { name: "a", tags: [{ key: "b" }, { key: "c" }], size: 3 };

function testCaseOf(pointer: string): TestCase {
  const mutant = mutantsOf({ operation: "x", schema, base }).mutants.find(
    ({ certificate }) => certificate.pointer === pointer && certificate.keyword === "maxLength",
  );
  if (mutant === undefined) throw new Error(`no mutant at ${pointer}`);
  const { certificate, text } = mutant;
  const { keyword, side } = certificate;
  return {
    id: "1",
    cell: "1",
    tier: "boundary",
    aim: "refused",
    operation: "createAlertConfig",
    version: "2",
    base: "plain",
    level: "MUST",
    name: "n",
    expected: "4xx",
    shows: { location: "body", pointer, keyword, side },
    certificate,
    call: { rawBody: text },
  };
}

describe("shrink", () => {
  it("removes everything that the certificate does not need, with one request", async () => {
    const { testCase, requests } = await shrink(testCaseOf("/tags/0/key"), schema, 30, async () => true);
    expect(JSON.parse(testCase.call.rawBody ?? "")).toEqual({ name: "a", tags: [{ key: expect.any(String) }] });
    expect(requests).toBe(1);
  });

  it("keeps what the target needs in order to fail", async () => {
    const needsSize = async (candidate: TestCase) => candidate.call.rawBody?.includes("size") === true;
    const { testCase, requests } = await shrink(testCaseOf("/tags/0/key"), schema, 30, needsSize);
    expect(testCase.call.rawBody).toContain('"size":3');
    expect(requests).toBeLessThanOrEqual(30);
  });

  it("removes from any document only what may be removed", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const gone = removable(text, () => true);
        expect(["{}", "[]"].includes(withoutPlaces(text, gone)) || typeof value !== "object" || value === null).toBe(
          true,
        );
        expect(removable(text, () => false)).toEqual([]);
      }),
    );
  });
});

describe("fingerprints", () => {
  it("are equal for any list item and side, and differ by place and reason", () => {
    const [first, second] = [testCaseOf("/tags/0/key"), testCaseOf("/tags/1/key")];
    expect(fingerprintOf(first, "invalid-accepted")).toBe(fingerprintOf(second, "invalid-accepted"));
    expect(fingerprintOf(first, "server-error")).not.toBe(fingerprintOf(first, "invalid-accepted"));
    expect(fingerprintOf(first, "invalid-accepted")).toMatch(/^[0-9a-f]{16}$/);
  });

  it("are listed worst first", () => {
    const failure = (fingerprint: string, severity: Failure["severity"], count: number) =>
      ({ fingerprint, severity, count }) as Failure;
    const listed = bySeverity([failure("a", 2, 1), failure("b", 1, 1), failure("c", 2, 5)]);
    expect(listed.map(({ fingerprint }) => fingerprint)).toEqual(["b", "c", "a"]);
  });
});
