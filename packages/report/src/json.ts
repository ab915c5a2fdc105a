import { LEVELS, OUTCOMES } from "./outcome.ts";
import { REPORT_FORMAT, type Report } from "./report.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { assertMember, assertShape, listOf, memberAt, type Shape } from "./shape.ts";
import { jsonText } from "./text/json-text.ts";
import { assertViews } from "./views-format.ts";

/** The report as the text of a `.json` file, with a line feed at its end. */
export function serialiseReport(report: Report): string {
  return jsonText(report);
}

/**
 * Reads what `serialiseReport` wrote. Checks the format's version and what every renderer relies on; report.schema.json
 * holds the whole format.
 * @throws {ReportFormatError} naming the first place that departs from the format.
 */
export function parseReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ReportFormatError("", "JSON", error instanceof Error ? `not (${error.message})` : "not");
  }
  assertReport(value);
  return value;
}

const RUN_OUTCOMES = ["passed", "failed", "incomplete", "harness-error", "unreachable", "interrupted"];

const REPORT: Shape = {
  format: [REPORT_FORMAT],
  outcome: RUN_OUTCOMES,
  reason: "string",
  doctor: "array",
  requirements: "array",
  verdicts: "array",
  exchanges: "array",
  changes: "array",
};
const OBJECTS: Readonly<Record<string, Shape>> = {
  tool: { name: ["plumbline"], version: "string" },
  run: { id: "string", startedAt: "string", milliseconds: "number", command: "string" },
  target: {
    name: "string",
    kind: "string",
    url: "string",
    profile: "string",
    versions: "array",
    selfConsistency: "boolean",
  },
  counts: { requirements: "number", verdicts: "number", exchanges: "number", byLevel: "object", byOutcome: "object" },
};
const ITEMS: Readonly<Record<string, Shape>> = {
  doctor: { subject: "string", state: ["ok", "advice", "problem"], text: "string" },
  requirements: {
    id: "string",
    area: "string",
    kind: "string",
    level: LEVELS,
    basis: "string",
    text: "string",
    section: "string",
    outcome: OUTCOMES,
    checks: "number",
  },
  verdicts: { check: "string", requirement: "string", evidence: "array", outcome: OUTCOMES },
  exchanges: { id: "string", at: "number", milliseconds: "number", request: "object", response: "object" },
  changes: { operation: "string", id: "string", state: ["removed", "restored", "stays", "left"] },
};
/** What the single outcomes carry, for the renderers that print it. */
const OUTCOME_SHAPES: Readonly<Record<string, Shape>> = {
  fail: { expected: "string", received: "string" },
  warn: { expected: "string", received: "string" },
  "known-fail": { expected: "string", received: "string", reason: "string" },
  flaky: { expected: "string", received: "string", failed: "number", of: "number" },
  observed: { note: "string" },
  "could-not-run": { reason: "string" },
  "not-applicable": { reason: "string" },
  "harness-error": { message: "string" },
};
const REQUEST: Shape = { method: "string", url: "string", headers: "array" };

/** Checks what every renderer relies on; `@throws {ReportFormatError}` names the first place that departs. */
export function assertReport(value: unknown): asserts value is Report {
  const report = assertShape("", value, REPORT);
  for (const [name, shape] of Object.entries(OBJECTS)) assertShape(name, report[name], shape);
  for (const outcome of OUTCOMES)
    assertMember(`counts.byOutcome.${outcome}`, memberAt(report, "counts", "byOutcome", outcome), "number");
  for (const level of LEVELS) {
    for (const outcome of OUTCOMES) {
      const path = ["counts", "byLevel", level, outcome];
      assertMember(path.join("."), memberAt(report, ...path), "number");
    }
  }
  for (const name of Object.keys(ITEMS)) {
    for (const [index, item] of listOf(report[name]).entries()) assertItem(`${name}[${index}]`, name, item);
  }
  assertViews("", report);
}

/** Checks one item of the report's list of that name. */
export function assertItem(path: string, list: string, item: unknown): void {
  const members = assertShape(path, item, ITEMS[list] ?? {});
  if (list === "verdicts") assertShape(path, item, OUTCOME_SHAPES[String(members["outcome"])] ?? {});
  if (list === "exchanges") {
    assertShape(`${path}.request`, members["request"], REQUEST);
    const answered = memberAt(members, "response", "status") !== undefined;
    const response: Shape = answered
      ? { status: "number", headers: "array", body: "string", bodyBytes: "number", truncated: "boolean" }
      : { fault: "string", message: "string" };
    assertShape(`${path}.response`, members["response"], response);
  }
}
