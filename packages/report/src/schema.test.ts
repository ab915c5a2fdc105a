import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { altered } from "./altered.test-support.ts";
import { LEVELS, OUTCOMES } from "./outcome.ts";
import { REPORT_FORMAT } from "./report.ts";
import { SAMPLE, sampleWith } from "./sample.test-support.ts";

const schema = JSON.parse(readFileSync(new URL("../report.schema.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const MISHAP = { check: "X", requirement: "ERR-BODY", evidence: [], outcome: "harness-error", message: "no" } as const;
const STAYS = { operation: "createCluster", id: "c1", state: "stays" } as const;

describe("report.schema.json", () => {
  it.each([
    ["every outcome of a check", SAMPLE],
    ["a harness error", sampleWith({ verdicts: [MISHAP] })],
    ["an unreachable target", sampleWith({ unreachable: "gone", verdicts: [] })],
    ["exchanges in a file beside it", { ...SAMPLE, exchanges: "exchanges.ndjson" }],
    ["an interruption", sampleWith({ interrupted: true })],
    ["a change that nothing takes back", sampleWith({ changes: [STAYS] })],
  ])("accepts %s", (_, report) => {
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors).toBeNull();
  });

  it.each<readonly [what: string, path: readonly (string | number)[], replacement: unknown]>([
    ["another format", ["format"], "plumbline-report/1"],
    ["an unknown member at the top", ["more"], 1],
    ["an unknown member of the target", ["target", "more"], 1],
    ["an unknown member of a verdict", ["verdicts", 0, "more"], 1],
    ["a failure without what was received", ["verdicts", 0, "received"], undefined],
    ["a pass that expects something", ["verdicts", 2, "expected"], "x"],
    ["an unknown outcome", ["verdicts", 0, "outcome"], "skipped"],
    ["an unknown level", ["requirements", 0, "level"], "must"],
    ["an unknown basis", ["requirements", 0, "basis"], "guessed"],
    ["exchanges in a file of another name", ["exchanges"], "elsewhere.ndjson"],
    ["a header of three parts", ["exchanges", 0, "request", "headers", 0, 2], "x"],
    ["an answer that is also a fault", ["exchanges", 0, "response", "fault"], "reset"],
    ["a time that is not UTC", ["run", "startedAt"], "2025-01-02T03:04:05+01:00"],
    ["counts without an outcome", ["counts", "byOutcome", "fail"], undefined],
    ["a change of an unknown state", ["changes", 0, "state"], "gone"],
  ])("refuses %s", (_, path, replacement) => {
    expect(validate(altered(SAMPLE, path, replacement))).toBe(false);
  });

  it("agrees with the types on levels, outcomes and format", () => {
    expect(schema.$defs.level.enum).toEqual(LEVELS);
    expect(schema.$defs.outcome.enum).toEqual(OUTCOMES);
    expect(schema.$defs.byOutcome.required).toEqual(OUTCOMES);
    expect(Object.keys(schema.$defs.byOutcome.properties)).toEqual(OUTCOMES);
    expect(schema.properties.counts.properties.byLevel.required).toEqual(LEVELS);
    expect(schema.properties.format.const).toBe(REPORT_FORMAT);
    const branches: readonly { readonly properties: { readonly outcome: { readonly const: string } } }[] =
      schema.$defs.verdict.oneOf;
    expect(branches.map(({ properties }) => properties.outcome.const).sort()).toEqual([...OUTCOMES].sort());
  });
});
