import { expect, it } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";
import type { Verdict } from "./report.ts";
import { SAMPLE, sampleWith, statement } from "./sample.test-support.ts";

const note = (check: string, text: string): Verdict => ({
  check,
  requirement: "A",
  evidence: [],
  outcome: "observed",
  note: text,
});
const print = (...verdicts: readonly Verdict[]) =>
  fingerprintOf(sampleWith({ requirements: [statement("A")], verdicts }));

it("lists what was observed and nothing else", () => {
  expect(fingerprintOf(SAMPLE).observations).toEqual([
    { check: "ENV-UNKNOWN@listAlerts", value: "unknown query parameters are ignored" },
  ]);
});

it("does not depend on the order of a run, and does on every value", () => {
  const [one, other] = [note("A@x", "1"), note("A@y", "2")];
  expect(print(other, one)).toEqual(print(one, other));
  expect(print(one, other).hash).not.toBe(print(one).hash);
  expect(print(one).hash).not.toBe(print(note("A@x", "2")).hash);
  expect(print(note("A@x", "1")).hash).not.toBe(print(note("A@x1", "")).hash);
});

it("stays the same from version to version", () => {
  expect(fingerprintOf(SAMPLE).hash).toMatchInlineSnapshot(`"b7f98798fa594d84c298d69106cbe2e9"`);
});
