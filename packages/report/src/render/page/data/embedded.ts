import type { Report, ReportExchange, Verdict } from "../../../report.ts";
import { gzip } from "../../../text/gzip.ts";
import { embeddedJson, html, Markup } from "../markup.ts";

/**
 * The report as data blocks that no browser runs: all but the exchanges as JSON, and the exchanges, by far the largest
 * part and only wanted when someone opens one, as gzip in base64. A run of 6,700 exchanges takes 1.3 MB instead of 16.
 */
export function embeddedReport(report: Report): Markup {
  const { exchanges, verdicts, ...rest } = report;
  const packed = gzip(partsOf(exchanges)).toString("base64");
  return html`<script type="application/json" id="report-data">${embeddedJson({ ...rest, verdicts: verdicts.map(shortened) })}</script>
<script type="text/plain" id="exchange-data">${new Markup(packed)}</script>`;
}

/** The text of a list, an item at a time. */
function* partsOf(exchanges: readonly ReportExchange[]): Iterable<string> {
  yield "[";
  for (const [index, exchange] of exchanges.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(exchange)}`;
  yield "]";
}

/** Nobody repeats a check that holds, and thousands of command lines would be a third of the page. */
function shortened(verdict: Verdict): Verdict {
  if (verdict.outcome !== "pass" && verdict.outcome !== "observed") return verdict;
  const { replay: _, ...rest } = verdict;
  return rest;
}
