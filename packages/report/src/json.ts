import { LEVELS, OUTCOMES } from "./outcome.ts";
import { ANSWER, FAULT, ITEMS, LISTS, type ListName, OBJECTS, OUTCOME_SHAPES, REPORT, REQUEST } from "./relied-on.ts";
import type { Report, ReportExchange } from "./report.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { assertMember, assertShape, isObject, listOf, memberAt } from "./shape.ts";
import { jsonByLine } from "./text/json-by-line.ts";
import { assertViews } from "./views-format.ts";

/** The file beside `report.json` that has the exchanges, one a line: they are nine tenths of a report. */
export const EXCHANGES_FILE = "exchanges.ndjson";

/** A report as `report.json` has it. */
export const withoutExchanges = (report: Report): object => ({ ...report, exchanges: EXCHANGES_FILE });

/** The report as the text of `report.json`: an item of a list on each line, and its exchanges by the name of their file. */
export function serialiseReport(report: Report): string {
  return jsonByLine(withoutExchanges(report));
}

/** The lines of `exchanges.ndjson`. */
export function* exchangeLines({ exchanges }: Pick<Report, "exchanges">): Iterable<string> {
  for (const exchange of exchanges) yield `${JSON.stringify(exchange)}\n`;
}

/**
 * Reads what `serialiseReport` wrote, and a report that holds its exchanges itself. Checks the format's version and what
 * every renderer relies on; report.schema.json holds the whole format.
 * @param exchanges the text of `exchanges.ndjson`. Not given, a report that names that file has no exchanges.
 * @throws {ReportFormatError} naming the first place that departs from the format.
 */
export function parseReport(text: string, exchanges?: string): Report {
  const value = parsed("", text);
  const isApart = isObject(value) && value["exchanges"] === EXCHANGES_FILE;
  const report = isApart ? { ...value, exchanges: parseExchanges(exchanges ?? "") } : value;
  assertReport(report);
  const [there, all] = [report.exchanges.length, report.counts.exchanges];
  if (isApart && exchanges !== undefined && there !== all)
    throw new ReportFormatError(EXCHANGES_FILE, `the ${all} exchanges of report.json, beside it`, `${there}`);
  return report;
}

/**
 * The exchanges of `exchanges.ndjson`; half a line at its end is what a killed process leaves, and left out.
 * @throws {ReportFormatError} naming the first line that is no exchange.
 */
export function parseExchanges(text: string): readonly ReportExchange[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line === "") return [];
    const path = `${EXCHANGES_FILE} line ${index + 1}`;
    try {
      const exchange: unknown = JSON.parse(line);
      assertExchange(path, exchange);
      return [exchange];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (index === lines.length - 1) return [];
      throw notJson(path, error);
    }
  });
}

function assertExchange(path: string, value: unknown): asserts value is ReportExchange {
  assertItem(path, "exchanges", value);
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(path, error);
  }
}

const notJson = (path: string, error: unknown): ReportFormatError =>
  new ReportFormatError(path, "JSON", error instanceof Error ? `not (${error.message})` : "not");

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
