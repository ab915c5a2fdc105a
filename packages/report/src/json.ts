import { LEVELS, OUTCOMES } from "./outcome.ts";
import { ANSWER, FAULT, ITEMS, LISTS, type ListName, OBJECTS, OUTCOME_SHAPES, REPORT, REQUEST } from "./relied-on.ts";
import type { Report } from "./report.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { assertMember, assertShape, listOf, memberAt } from "./shape.ts";
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
  for (const name of LISTS) {
    for (const [index, item] of listOf(report[name]).entries()) assertItem(`${name}[${index}]`, name, item);
  }
  assertViews("", report);
}

/** Checks one item of the report's list of that name. */
export function assertItem(path: string, list: ListName, item: unknown): void {
  const members = assertShape(path, item, ITEMS[list]);
  const outcome = list === "verdicts" && OUTCOMES.find((one) => one === members["outcome"]);
  if (outcome) assertShape(path, item, OUTCOME_SHAPES[outcome]);
  if (list === "exchanges") {
    assertShape(`${path}.request`, members["request"], REQUEST);
    const answered = memberAt(members, "response", "status") !== undefined;
    assertShape(`${path}.response`, members["response"], answered ? ANSWER : FAULT);
  }
}
