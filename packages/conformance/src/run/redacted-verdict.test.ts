import type { Verdict } from "@plumbline/report";
import { expect, it } from "vitest";
import { redactedVerdict } from "./redacted-verdict.ts";

const common = { check: "secret", requirement: "secret", evidence: ["secret"], replay: "secret" } as const;
const hidden = (verdict: Verdict): Verdict => redactedVerdict(verdict, (text) => text.replaceAll("secret", "[...]"));

it("redacts whatever quotes an answer, and nothing else", () => {
  const failed: Verdict = { ...common, outcome: "fail", expected: "a secret", received: "the secret" };
  expect(hidden(failed)).toEqual({ ...failed, expected: "a [...]", received: "the [...]" });
  const decided: Verdict = { ...failed, deciding: { exchange: "secret", where: "/secret" } };
  expect(hidden(decided)).toMatchObject({ deciding: { exchange: "secret", where: "/[...]" } });
  const observed: Verdict = { ...common, outcome: "observed", note: "secret" };
  expect(hidden(observed)).toEqual({ ...observed, note: "[...]" });
  const unable: Verdict = { ...common, outcome: "could-not-run", reason: "secret" };
  expect(hidden(unable)).toEqual({ ...unable, reason: "[...]" });
  const defect: Verdict = { ...common, outcome: "harness-error", message: "secret" };
  expect(hidden(defect)).toEqual({ ...defect, message: "[...]" });
});
