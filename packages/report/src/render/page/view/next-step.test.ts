import { expect, it } from "vitest";
import { causesOf } from "../../../causes/causes-of.ts";
import type { Report } from "../../../report.ts";
import { SAMPLE, SAMPLE_INPUT, sampleWith } from "../../../sample.test-support.ts";
import { nextStep } from "./next-step.ts";

const said = (report: Report): string =>
  nextStep(report, causesOf(report))
    .source.replace(/<[^>]*>/gu, "")
    .replace("What to do next. ", "");
const { verdicts, run, staleKnownFailures: _stale, ...rest } = SAMPLE_INPUT;
const only = (...outcomes: readonly string[]): Report =>
  sampleWith({
    ...rest,
    run,
    verdicts: verdicts.filter(({ outcome }) => outcomes.includes(outcome)),
    staleKnownFailures: [],
  });

it("is to mend what explains most, and to run what failed again", () => {
  const text = said(sampleWith({ run: { ...run, command: "plumbline run --target t.yml" } }));
  expect(text).toContain(
    "Fix GET …/alerts?itemsPerPage=501 and 1 other operation, /results/0/status: 200 with 1 result (2 checks fail).",
  );
  expect(text).toContain("plumbline run --target t.yml --failed");
  const fuzzed = said(sampleWith({ run: { ...run, command: "plumbline run --fuzz 20 --seed 1" } }));
  expect(fuzzed).not.toContain("--failed");
});

it("is to give what is missing, where nothing is broken", () => {
  expect(said(only("pass", "could-not-run"))).toContain(
    "The most frequent reason (1 check): No credential with the role Read Only. Name one in PLUMBLINE_READER.",
  );
});

it("is to start the target where it was not there, and nothing where all is well", () => {
  expect(said(sampleWith({ verdicts: [], unreachable: "refused" }))).toContain("Start the target");
  expect(said(sampleWith({ interrupted: true }))).toContain("Run again for the rest");
  expect(said({ ...SAMPLE, outcome: "passed", verdicts: [], staleKnownFailures: [] })).toMatch(/^Nothing\. In print,/u);
  expect(said({ ...SAMPLE, outcome: "passed" })).toContain("the list of known failures");
});

it("is to look at what changed although no request addressed it, before anything is run again", () => {
  const changes: Report["changes"] = [{ operation: "deleteAlertConfig", id: "1", state: "disturbed" }];
  const report = { ...only("pass", "could-not-run"), changes };
  expect(said(report)).toBe(
    "Before you run this again, check by hand the records that changed although no request addressed them.",
  );
});
