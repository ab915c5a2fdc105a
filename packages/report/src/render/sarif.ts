import type { Log } from "sarif";
import { withoutExchanges } from "../json.ts";
import type { Report } from "../report.ts";
import { lineOfItems } from "../text/json-by-line.ts";
import { jsonText } from "../text/json-text.ts";
import type { RuleBook } from "./rule-book.ts";
import { sarifInvocation } from "./sarif/invocation.ts";
import { isShown, sarifResult } from "./sarif/result.ts";
import { sarifRule } from "./sarif/rule.ts";

/**
 * SARIF 2.1.0 (OASIS, 2020): a rule per requirement, a result per broken check. Results refer to the target file, and
 * to their verdict in `report.json` as `serialiseReport` writes it. The operation is a logical location.
 */
export function renderSarif(report: Report, book?: RuleBook): string {
  const { tool, run, target, outcome, reason } = report;
  const places = new Map(report.requirements.map((requirement, index) => [requirement.id, { requirement, index }]));
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const file = shownFile(target.file);
  const first = lineOfItems(withoutExchanges(report), "verdicts");
  const results = report.verdicts.flatMap((verdict, index) => {
    const place = places.get(verdict.requirement);
    if (!isShown(verdict) || place === undefined) return [];
    const { requirement, index: ruleIndex } = place;
    const context = { level: requirement.level, ruleIndex, line: first + index, file, exchanges };
    return [sarifResult(verdict, context)];
  });
  const log: Log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Plumbline",
            semanticVersion: tool.version,
            rules: report.requirements.map((requirement) => sarifRule(requirement, book)),
          },
        },
        // The part before the last slash is the category that keeps results of several targets apart on GitHub.
        automationDetails: { id: `plumbline/${target.name}/${run.id}` },
        invocations: [sarifInvocation(report)],
        columnKind: "utf16CodeUnits",
        results,
        properties: {
          outcome,
          reason,
          target: { name: target.name, url: target.url, profile: target.profile, versions: target.versions },
          selfConsistency: target.selfConsistency,
        },
      },
    ],
  };
  return jsonText(log);
}

/**
 * A path relative to the folder in which the run was started, as code hosts need it; `undefined` for files outside it.
 */
function shownFile(path: string | undefined): string | undefined {
  const uri = path?.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  return uri === undefined || /^(?:\/|[A-Za-z]:|\.\.\/)/.test(uri) ? undefined : encodeURI(uri);
}
