import type { LogicalLocation, Result, Suppression } from "sarif";
import { shownExchange } from "../../deciding.ts";
import type { Level } from "../../outcome.ts";
import type { ReportExchange, Verdict } from "../../report.ts";
import type { VerdictOf } from "../../select.ts";
import { digestOf } from "../../text/digest.ts";
import { messageText } from "./message.ts";
import { sarifLevel } from "./rule.ts";

/** The verdicts that say that the target breaks a rule. */
export type Broken = VerdictOf<"fail" | "flaky" | "known-fail" | "warn">;

/** What a SARIF result says beside its verdict. */
export interface ResultContext {
  readonly level: Level;
  readonly ruleIndex: number;
  /** The line of the verdict in `report.json`. */
  readonly line: number;
  /** The user's target file, where that stands in the folder the run was started in: a code host has it. */
  readonly file: string | undefined;
  readonly exchanges: ReadonlyMap<string, ReportExchange>;
}

/** Whether a verdict is a result in SARIF: what holds or did not run is none. */
export function isShown(verdict: Verdict): verdict is Broken {
  const { outcome } = verdict;
  return outcome === "fail" || outcome === "flaky" || outcome === "known-fail" || outcome === "warn";
}

/**
 * A broken rule as a SARIF result. What was judged is no file, so its place is the target file, which a code host can show,
 * or without one the verdict's line in the report; that is said beside the target file as well.
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
    // GitHub tells results apart by the first name alone, which otherwise hashes lines of a file of the repository.
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
