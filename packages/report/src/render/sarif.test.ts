import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { Location } from "sarif";
import { describe, expect, it } from "vitest";
import { hostileReport } from "../hostile.test-support.ts";
import { serialiseReport } from "../json.ts";
import type { Report } from "../report.ts";
import { SAMPLE, sampleWith } from "../sample.test-support.ts";
import { spoiltReport } from "../spoilt.test-support.ts";
import { renderSarif } from "./sarif.ts";

const path = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
// The published schema is in draft 04. Draft 07 reads everything in it the same way, except the name of its id.
const { id: $id, $schema: _draft, ...schema } = JSON.parse(readFileSync(path, "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile({ $id, ...schema });

const MISHAP = { check: "X", requirement: "ERR-BODY", evidence: [], outcome: "harness-error", message: "no" } as const;
const runOf = (report: Report) => JSON.parse(renderSarif(report)).runs[0];

describe("renderSarif", () => {
  const run = runOf(SAMPLE);

  it.each<readonly [string, Report]>([
    ["every outcome", SAMPLE],
    ["an interruption and a harness error", sampleWith({ verdicts: [MISHAP], interrupted: true })],
    ["an unreachable target", sampleWith({ verdicts: [], unreachable: "refused" })],
    ["hostile texts", hostileReport()],
  ])("validates against the published schema: %s", (_, report) => {
    validate(JSON.parse(renderSarif(report)));
    expect(validate.errors).toBeNull();
  });

  it("has a rule for each requirement and a result for each broken check", () => {
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(SAMPLE.requirements.map(({ id }) => id));
    expect(run.tool.driver.rules[0]).toMatchObject({
      shortDescription: { text: "A page size over 500 is refused." },
      defaultConfiguration: { level: "error" },
      properties: { level: "MUST", basis: "derived:D1", section: "Requests > Paging" },
    });
    expect(run.results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level])).toEqual([
      ["PAGE-ITEMS-REJECT", "error"],
      ["PAGE-ITEMS-REJECT", "error"],
      ["ERR-CODE", "warning"],
      ["ERR-BODY", "error"],
    ]);
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });

  it("says what was expected and received, how to see it again, and where", () => {
    const [first] = run.results;
    expect(first.message.text).toBe(
      "PAGE-ITEMS-REJECT@listAlerts/v2: expected a 4xx status, because itemsPerPage is over its maximum of 500; received 200 with 1 result",
    );
    expect(first.properties.curl).toMatch(/^curl --digest/u);
    expect(first.properties.replay).toMatch(/^plumbline replay/u);
    expect(first.locations[0].logicalLocations[0]).toEqual({
      name: "listAlerts",
      fullyQualifiedName: "listAlerts/v2",
      kind: "operation",
    });
  });

  it("points at the verdict's line in report.json", () => {
    const lines = serialiseReport(SAMPLE).split("\n");
    for (const { locations, properties } of run.results) {
      const { artifactLocation, region } = locations[0].physicalLocation;
      expect(artifactLocation.uri).toBe("report.json");
      expect(lines[region.startLine - 1]).toContain(`{"check":${JSON.stringify(properties.check)},`);
    }
  });

  it("points at the target file first, where that lies below the folder of the run", () => {
    const placed = (file: string) => {
      const report = sampleWith({ target: { ...SAMPLE.target, file } });
      validate(JSON.parse(renderSarif(report)));
      expect(validate.errors).toBeNull();
      const [{ locations, relatedLocations }] = runOf(report).results;
      const uriOf = (place: Location) => place.physicalLocation?.artifactLocation?.uri;
      return [uriOf(locations[0]), relatedLocations?.map(uriOf)];
    };
    expect(placed("./ci/a target.yml")).toEqual(["ci/a%20target.yml", ["report.json"]]);
    for (const elsewhere of ["/etc/target.yml", "../target.yml", "C:\\target.yml"])
      expect(placed(elsewhere)).toEqual(["report.json", undefined]);
  });

  it("suppresses what is known, and nothing else", () => {
    expect(run.results.map(({ suppressions }: { suppressions?: unknown }) => suppressions !== undefined)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(run.results[3].suppressions[0]).toMatchObject({
      kind: "external",
      justification: "mended in the next release",
    });
  });

  it("keeps a result's fingerprint when everything else about the run changes", () => {
    const later = runOf(sampleWith({ verdicts: SAMPLE.verdicts.slice(0, 1), exchanges: [], doctor: [] }));
    expect(later.results[0].locations).not.toEqual(run.results[0].locations);
    expect(later.results[0].partialFingerprints).toEqual(run.results[0].partialFingerprints);
    const prints = run.results.map(({ partialFingerprints }: { partialFingerprints: object }) => partialFingerprints);
    expect(new Set(prints.map((one: object) => JSON.stringify(one))).size).toBe(4);
  });

  it("does not call a run successful that was cut short or went wrong", () => {
    const [cut] = runOf(sampleWith({ verdicts: [], unreachable: "refused" })).invocations;
    expect([cut.executionSuccessful, cut.toolExecutionNotifications[0].message.text]).toEqual([
      false,
      "The run could not reach the target: refused.",
    ]);
    const [wrong] = runOf(sampleWith({ verdicts: [MISHAP] })).invocations;
    expect(wrong.toolExecutionNotifications[0]).toMatchObject({ associatedRule: { id: "ERR-BODY" } });
    expect(run.invocations[0].executionSuccessful).toBe(true);
  });

  it("stays valid and plain whatever any text holds", () => {
    fc.assert(
      fc.property(spoiltReport(), (report) => {
        const log = JSON.parse(renderSarif(report));
        validate(log);
        expect(validate.errors).toBeNull();
        for (const { message } of log.runs[0].results) expect(message.text).not.toMatch(/\]\(|\{\d+\}|\p{Cc}/u);
      }),
      { numRuns: 25 },
    );
  });
});
