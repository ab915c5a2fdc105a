import { LEVELS, OUTCOMES } from "./outcome.ts";
import { ANSWER, FAULT, ITEMS, LISTS, type ListName, OBJECTS, OUTCOME_SHAPES, REPORT, REQUEST } from "./relied-on.ts";
import type { Report, ReportExchange } from "./report.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { assertMember, assertShape, isObject, listOf, memberAt } from "./shape.ts";
import { jsonByLine } from "./text/json-by-line.ts";
import { assertViews } from "./views-format.ts";

/** The file next to `report.json` that contains the exchanges, one per line. They are nine tenths of a report. */
export const EXCHANGES_FILE = "exchanges.ndjson";

/** A report in the form of `report.json`, which names the file with the exchanges. */
export const withoutExchanges = (report: Report): object => ({ ...report, exchanges: EXCHANGES_FILE });

/** The text of `report.json`: one list item per line, and the name of the file with the exchanges in place of them. */
export function serialiseReport(report: Report): string {
  return jsonByLine(withoutExchanges(report));
}

/** The lines of `exchanges.ndjson`. */
export function* exchangeLines({ exchanges }: Pick<Report, "exchanges">): Iterable<string> {
  for (const exchange of exchanges) yield `${JSON.stringify(exchange)}\n`;
}

/**
 * Reads the output of `serialiseReport`, or a report that contains its exchanges. Checks the format's version and
 * everything that renderers rely on; report.schema.json describes the whole format.
 *
 * @param exchanges the text of `exchanges.ndjson`. Without it, a report that names that file has no exchanges.
 * @throws {ReportFormatError} naming the first place that violates the format.
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
 * The exchanges in `exchanges.ndjson`. An incomplete last line, which a killed process leaves, is skipped.
 *
 * @throws {ReportFormatError} naming the first line that is not an exchange.
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

/**
 * Checks everything that renderers rely on.
 * @throws {ReportFormatError} naming the first place that violates the format.
 */
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

/** Checks one item of the list with that name. */
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
