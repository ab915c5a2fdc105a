import type { LogicalLocation, Result, Suppression } from "sarif";
import { shownExchange } from "../../deciding.ts";
import type { Level } from "../../outcome.ts";
import type { ReportExchange, Verdict } from "../../report.ts";
import type { VerdictOf } from "../../select.ts";
import { digestOf } from "../../text/digest.ts";
import { messageText } from "./message.ts";
import { sarifLevel } from "./rule.ts";

/** The verdicts that find a broken rule. */
export type Broken = VerdictOf<"fail" | "flaky" | "known-fail" | "warn">;

/** The data of a SARIF result in addition to its verdict. */
export interface ResultContext {
  readonly level: Level;
  readonly ruleIndex: number;
  /** The line of the verdict in `report.json`. */
  readonly line: number;
  /** The user's target file, if it is below the folder in which the run was started: a code host can show it. */
  readonly file: string | undefined;
  readonly exchanges: ReadonlyMap<string, ReportExchange>;
}

/** Whether a verdict becomes a SARIF result; checks that passed or did not run do not. */
export function isShown(verdict: Verdict): verdict is Broken {
  const { outcome } = verdict;
  return outcome === "fail" || outcome === "flaky" || outcome === "known-fail" || outcome === "warn";
}

/**
 * A broken rule as a SARIF result. A target is not a file, so the location is the target file, which a code host can
 * show, or otherwise the line of the verdict in the report. With a target file, that line is a further location.
 */
export function sarifResult(verdict: Broken, { level, ruleIndex, line, file, exchanges }: ResultContext): Result {
  const { check, requirement, operation, version, expected, received, replay, evidence, outcome } = verdict;
  const often = outcome === "flaky" ? ` (in ${verdict.failed} of ${verdict.of} tries)` : "";
  const curl = exchanges.get(shownExchange(verdict) ?? "")?.curl;
  const print = digestOf(check);
  const inReport = { artifactLocation: { uri: "report.json" }, region: { startLine: line } };
  const inFile = file === undefined ? undefined : { artifactLocation: { uri: file }, region: { startLine: 1 } };
  return {
    ruleId: requirement,
    ruleIndex,
    level: outcome === "warn" ? "warning" : sarifLevel(level),
    message: { text: messageText(`${check}: expected ${expected}; received ${received}${often}`) },
    locations: [
      {
        physicalLocation: inFile ?? inReport,
        ...(operation === undefined ? {} : { logicalLocations: [operationLocation(operation, version)] }),
      },
    ],
    ...(inFile && {
      relatedLocations: [{ id: 1, physicalLocation: inReport, message: { text: "the verdict in the report" } }],
    }),
    // GitHub identifies results by the first name only; without it, GitHub would hash lines of a file in the
    // repository.
    partialFingerprints: { primaryLocationLineHash: `${print}:1`, "plumblineCheck/v1": print },
    ...(outcome === "known-fail" ? { suppressions: [suppression(verdict)] } : {}),
    properties: {
      check,
      outcome,
      expected,
      received,
      evidence,
      ...(verdict.deciding === undefined ? {} : { deciding: verdict.deciding }),
      ...(curl === undefined ? {} : { curl }),
      ...(replay === undefined ? {} : { replay }),
    },
  };
}

function operationLocation(operation: string, version: string | undefined): LogicalLocation {
  const full = version === undefined ? operation : `${operation}/${version}`;
  return { name: operation, fullyQualifiedName: full, kind: "operation" };
}

function suppression({ reason, issue }: VerdictOf<"known-fail">): Suppression {
  return {
    kind: "external",
    status: "accepted",
    justification: reason,
    ...(issue === undefined ? {} : { properties: { issue } }),
  };
}
