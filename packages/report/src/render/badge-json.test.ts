import { expect, it } from "vitest";
import type { Verdict } from "../report.ts";
import { SAMPLE, sampleWith, statement } from "../sample.test-support.ts";
import { renderBadge } from "./badge-json.ts";

const pass: Verdict = { check: "A", requirement: "A", evidence: [], outcome: "pass" };

it.each([
  [SAMPLE, { message: "failed, 1 of 4 MUST", color: "red" }],
  [
    sampleWith({ requirements: [statement("A")], verdicts: [pass] }),
    { message: "passed, 1 of 1 MUST", color: "brightgreen" },
  ],
  [
    sampleWith({ verdicts: [], unreachable: "refused" }),
    { message: "target unreachable", color: "lightgrey", isError: true },
  ],
])("is an answer of a Shields endpoint", (report, shown) => {
  expect(JSON.parse(renderBadge(report))).toEqual({ schemaVersion: 1, label: "plumbline", ...shown });
});
