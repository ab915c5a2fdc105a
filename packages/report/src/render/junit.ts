import { shownExchange } from "../deciding.ts";
import type { Report, ReportExchange, RequirementSummary, Verdict } from "../report.ts";
import { groupBy, requirementsById } from "../select.ts";
import { xmlAttributes, xmlText } from "./xml.ts";

/**
 * JUnit XML: a suite per area, a case per verdict. It follows the strictest common schema (Jenkins' junit-10.xsd, which
 * pytest calls xunit2) and GitLab: cases have no properties there, so details are output. A run that was cut short or
 * never reached its target gets an additional case with an error, because a file without failures would look like
 * success.
 */
export function renderJunit(report: Report): string {
  const requirements = requirementsById(report);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const areaOf = ({ requirement }: Verdict): string => requirements.get(requirement)?.area ?? "unknown";
  const suites = [...groupBy(report.verdicts, areaOf)].map(([area, verdicts]) =>
    suite(
      area,
      verdicts.map((verdict) => verdictCase(area, verdict, requirements.get(verdict.requirement), exchanges)),
    ),
  );
  if (report.outcome === "interrupted" || report.outcome === "unreachable")
    suites.push(suite("run", [runCase(report)]));
  const cases = suites.flatMap((each) => each.cases);
  const { skipped: _skipped, ...numbers } = totals(cases);
  const attributes = { name: `plumbline ${report.target.name}`, ...numbers };
  const body = suites.map(({ xml }) => xml).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes(attributes)}>\n${body}</testsuites>\n`;
}

interface Case {
  readonly result: "passed" | "failed" | "error" | "skipped";
  readonly milliseconds: number;
  readonly xml: string;
}

interface Suite {
  readonly cases: readonly Case[];
  readonly xml: string;
}

function suite(area: string, cases: readonly Case[]): Suite {
  const attributes = { name: `plumbline.${area}`, ...totals(cases) };
  const body = cases.map(({ xml }) => xml).join("");
  return { cases, xml: `  <testsuite${xmlAttributes(attributes)}>\n${body}  </testsuite>\n` };
}

function totals(cases: readonly Case[]): Readonly<Record<string, string | number>> & { readonly skipped: number } {
  const count = (result: Case["result"]): number => cases.filter((each) => each.result === result).length;
  const milliseconds = cases.reduce((sum, each) => sum + each.milliseconds, 0);
  return {
    tests: cases.length,
    failures: count("failed"),
    errors: count("error"),
    skipped: count("skipped"),
    time: seconds(milliseconds),
  };
}

function verdictCase(
  area: string,
  verdict: Verdict,
  requirement: RequirementSummary | undefined,
  exchanges: ReadonlyMap<string, ReportExchange>,
): Case {
  const milliseconds = verdict.evidence.reduce((sum, id) => sum + (exchanges.get(id)?.milliseconds ?? 0), 0);
  const curl = exchanges.get(shownExchange(verdict) ?? "")?.curl;
  const [result, element, note] = resultOf(verdict, requirement, curl);
  const attributes = { classname: `plumbline.${area}`, name: verdict.check, time: seconds(milliseconds) };
  return { result, milliseconds, xml: testcase(attributes, element + output(about(requirement, note))) };
}

function runCase(report: Report): Case {
  const attributes = { classname: "plumbline.run", name: report.run.id, time: seconds(0) };
  return {
    result: "error",
    milliseconds: 0,
    xml: testcase(attributes, message("error", report.outcome, report.reason, report.reason)),
  };
}

function testcase(attributes: Readonly<Record<string, string>>, body: string): string {
  return `    <testcase${xmlAttributes(attributes)}>\n${body}    </testcase>\n`;
}

function about(requirement: RequirementSummary | undefined, note: string | undefined): string {
  const lines = note === undefined ? [] : [note];
  if (requirement === undefined) return lines.join("\n");
  const { id, level, basis, section } = requirement;
  return [...lines, `Requirement: ${id} (${level}, ${basis})`, `Section: ${section}`].join("\n");
}

function resultOf(
  verdict: Verdict,
  requirement: RequirementSummary | undefined,
  curl: string | undefined,
): readonly [result: Case["result"], element: string, note?: string] {
  switch (verdict.outcome) {
    case "pass":
      return ["passed", ""];
    case "observed":
      return ["passed", "", `Observed: ${verdict.note}`];
    case "warn":
      return ["passed", "", `Warning: expected ${verdict.expected}; received ${verdict.received}`];
    case "fail":
    case "flaky": {
      const often = verdict.outcome === "flaky" ? ` (in ${verdict.failed} of ${verdict.of} tries)` : "";
      const headline = `expected ${verdict.expected}; received ${verdict.received}${often}`;
      return ["failed", message("failure", verdict.outcome, headline, details(verdict, requirement, often, curl))];
    }
    case "harness-error":
      return ["error", message("error", "harness-error", verdict.message, verdict.message)];
    case "known-fail": {
      const issue = verdict.issue === undefined ? "" : ` (${verdict.issue})`;
      return ["skipped", skipped(`known failure: ${verdict.reason}${issue}`)];
    }
    case "could-not-run":
      return ["skipped", skipped(`could not run: ${verdict.reason}`)];
    case "not-applicable":
      return ["skipped", skipped(`not applicable: ${verdict.reason}`)];
    default:
      return verdict satisfies never;
  }
}

function details(
  verdict: Verdict & { readonly expected: string; readonly received: string },
  requirement: RequirementSummary | undefined,
  often: string,
  curl: string | undefined,
): string {
  const lines = [
    requirement === undefined ? verdict.requirement : `${requirement.id} (${requirement.level}): ${requirement.text}`,
    `Expected: ${verdict.expected}`,
    `Received: ${verdict.received}${often}`,
    ...(requirement === undefined ? [] : [`Section:  ${requirement.section}`]),
    ...(curl === undefined ? [] : [`Request:  ${curl}`]),
    ...(verdict.replay === undefined ? [] : [`Replay:   ${verdict.replay}`]),
  ];
  return lines.join("\n");
}

function message(element: "failure" | "error", type: string, headline: string, text: string): string {
  return `      <${element}${xmlAttributes({ message: headline, type })}>${xmlText(text)}</${element}>\n`;
}

function skipped(text: string): string {
  return `      <skipped${xmlAttributes({ message: text })}/>\n`;
}

function output(text: string): string {
  return text === "" ? "" : `      <system-out>${xmlText(text)}</system-out>\n`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
