import { LEVELS, OUTCOMES, REPORT_FORMAT, type Report } from "./report.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { jsonText } from "./text/json-text.ts";

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

type Member = "string" | "number" | "boolean" | "object" | "array" | readonly string[];
/** What the members of an object must be. */
export type Shape = Readonly<Record<string, Member>>;

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
  changes: { operation: "string", id: "string", state: ["removed", "left", "restored"] },
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
    assertMember(`counts.byOutcome.${outcome}`, at(report, "counts", "byOutcome", outcome), "number");
  for (const level of LEVELS) {
    for (const outcome of OUTCOMES) {
      const path = ["counts", "byLevel", level, outcome];
      assertMember(path.join("."), at(report, ...path), "number");
    }
  }
  for (const name of Object.keys(ITEMS)) {
    for (const [index, item] of listOf(report[name]).entries()) assertItem(`${name}[${index}]`, name, item);
  }
}

/** Checks one item of the report's list of that name. */
export function assertItem(path: string, list: string, item: unknown): void {
  const members = assertShape(path, item, ITEMS[list] ?? {});
  if (list === "verdicts") assertShape(path, item, OUTCOME_SHAPES[String(members["outcome"])] ?? {});
  if (list === "exchanges") {
    assertShape(`${path}.request`, members["request"], REQUEST);
    const answered = at(members, "response", "status") !== undefined;
    const response: Shape = answered
      ? { status: "number", headers: "array", body: "string", bodyBytes: "number", truncated: "boolean" }
      : { fault: "string", message: "string" };
    assertShape(`${path}.response`, members["response"], response);
  }
}

/** Checks that a value is an object with these members, and returns it as one. */
export function assertShape(path: string, value: unknown, shape: Shape): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new ReportFormatError(path, "an object", describe(value));
  for (const [name, member] of Object.entries(shape)) {
    assertMember(path === "" ? name : `${path}.${name}`, value[name], member);
  }
  return value;
}

function assertMember(path: string, value: unknown, member: Member): void {
  if (typeof member !== "string") {
    if (typeof value === "string" && member.includes(value)) return;
    throw new ReportFormatError(
      path,
      member.length === 1 ? `"${member[0]}"` : `one of ${member.join(", ")}`,
      describe(value),
    );
  }
  const fits =
    member === "array" ? Array.isArray(value) : member === "object" ? isObject(value) : typeof value === member;
  if (!fits)
    throw new ReportFormatError(
      path,
      member === "object" || member === "array" ? `an ${member}` : `a ${member}`,
      describe(value),
    );
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
