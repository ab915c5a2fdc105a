import { LEVELS, OUTCOMES, type Outcome, type OutcomeKind, RUN_OUTCOMES } from "./outcome.ts";
import { CHANGE_STATES, FINDING_STATES, REPORT_FORMAT, type Report, type ReportExchange } from "./report.ts";
import type { ShapeOf } from "./shape.ts";

/*
 * The parts of the format that every renderer relies on. The compiler checks each shape against its type, and a test
 * checks it against report.schema.json.
 */

/**
 * The members that renderers rely on in a report, so that errors about an invalid file name the member and its place.
 */
export const REPORT: ShapeOf<Report> = {
  format: [REPORT_FORMAT],
  outcome: RUN_OUTCOMES,
  reason: "string",
  doctor: "array",
  requirements: "array",
  verdicts: "array",
  exchanges: "array",
  changes: "array",
};
/** The members that renderers rely on in the objects of a report. */
export const OBJECTS: { readonly [Name in "tool" | "run" | "target" | "counts"]: ShapeOf<Report[Name]> } = {
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
/** The lists that every report has. */
export const LISTS = ["doctor", "requirements", "verdicts", "exchanges", "changes"] as const;

/** One of `LISTS`. */
export type ListName = (typeof LISTS)[number];

/** The members that renderers rely on in each item of a list. */
export const ITEMS: { readonly [Name in ListName]: ShapeOf<Report[Name][number]> } = {
  doctor: { subject: "string", state: FINDING_STATES, text: "string" },
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
  changes: { operation: "string", id: "string", state: CHANGE_STATES },
};
/** The members of each outcome that renderers print. */
export const OUTCOME_SHAPES: { readonly [Kind in OutcomeKind]: ShapeOf<Extract<Outcome, { outcome: Kind }>> } = {
  pass: {},
  fail: { expected: "string", received: "string" },
  warn: { expected: "string", received: "string" },
  "known-fail": { expected: "string", received: "string", reason: "string" },
  flaky: { expected: "string", received: "string", failed: "number", of: "number" },
  observed: { note: "string" },
  "could-not-run": { reason: "string" },
  "not-applicable": { reason: "string" },
  "harness-error": { message: "string" },
};
/** The members that renderers rely on in a request. */
export const REQUEST: ShapeOf<ReportExchange["request"]> = { method: "string", url: "string", headers: "array" };

/** The members that renderers rely on in an answer. */
export const ANSWER: ShapeOf<Extract<ReportExchange["response"], { status: number }>> = {
  status: "number",
  headers: "array",
  body: "string",
  bodyBytes: "number",
  truncated: "boolean",
};
/** The members that renderers rely on in an exchange without an answer. */
export const FAULT: ShapeOf<Extract<ReportExchange["response"], { fault: string }>> = {
  fault: "string",
  message: "string",
};
