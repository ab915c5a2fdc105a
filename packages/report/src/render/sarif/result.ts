import type { LogicalLocation, Result, Suppression } from "sarif";
import type { Level } from "../../outcome.ts";
import type { ReportExchange, Verdict } from "../../report.ts";
import { digestOf } from "../../text/digest.ts";
import type { VerdictOf } from "../select.ts";
import { messageText } from "./message.ts";
import { sarifLevel } from "./rule.ts";

/** The verdicts that say that the target breaks a rule. */
export type Broken = VerdictOf<"fail" | "flaky" | "known-fail" | "warn">;

export interface ResultContext {
  readonly level: Level;
  readonly ruleIndex: number;
  /** The line of the verdict in `report.json`. */
  readonly line: number;
  readonly exchanges: ReadonlyMap<string, ReportExchange>;
}

export function isShown(verdict: Verdict): verdict is Broken {
  const { outcome } = verdict;
  return outcome === "fail" || outcome === "flaky" || outcome === "known-fail" || outcome === "warn";
}

/** A broken rule as a SARIF result. Its place is the verdict's line in the report: what was judged is no file. */
export function sarifResult(verdict: Broken, { level, ruleIndex, line, exchanges }: ResultContext): Result {
  const { check, requirement, operation, version, expected, received, replay, evidence, outcome } = verdict;
  const often = outcome === "flaky" ? ` (in ${verdict.failed} of ${verdict.of} tries)` : "";
  const curl = evidence.map((id) => exchanges.get(id)?.curl).findLast((command) => command !== undefined);
  const print = digestOf(check);
  return {
    ruleId: requirement,
    ruleIndex,
    level: outcome === "warn" ? "warning" : sarifLevel(level),
    message: { text: messageText(`${check}: expected ${expected}; received ${received}${often}`) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: "report.json" }, region: { startLine: line } },
        ...(operation === undefined ? {} : { logicalLocations: [operationLocation(operation, version)] }),
      },
    ],
    // GitHub tells results apart by the first name alone, which otherwise hashes lines of a file of the repository.
    partialFingerprints: { primaryLocationLineHash: `${print}:1`, "plumblineCheck/v1": print },
    ...(outcome === "known-fail" ? { suppressions: [suppression(verdict)] } : {}),
    properties: {
      check,
      outcome,
      expected,
      received,
      evidence,
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
