import type { Report, ReportExchange, Verdict } from "../../../report.ts";
import { gzip } from "../../../text/gzip.ts";
import { embeddedJson, html, Markup } from "../markup.ts";

/**
 * The report as data blocks that browsers do not execute: everything but the exchanges as JSON, and the exchanges as
 * gzip in base64. They are by far the largest part and only needed when a reader opens one. A run of 6,700 exchanges
 * takes 1.3 MB instead of 16.
 */
export function embeddedReport(report: Report): Markup {
  const { exchanges, verdicts, ...rest } = report;
  const packed = gzip(partsOf(exchanges)).toString("base64");
  return html`<script type="application/json" id="report-data">${embeddedJson({ ...rest, verdicts: verdicts.map(shortened) })}</script>
<script type="text/plain" id="exchange-data">${new Markup(packed)}</script>`;
}

/** The JSON text of a list, one item at a time. */
function* partsOf(exchanges: readonly ReportExchange[]): Iterable<string> {
  yield "[";
  for (const [index, exchange] of exchanges.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(exchange)}`;
  yield "]";
}

/** A passed check needs no replay command, and thousands of them would be a third of the page. */
function shortened(verdict: Verdict): Verdict {
  if (verdict.outcome !== "pass" && verdict.outcome !== "observed") return verdict;
  const { replay: _, ...rest } = verdict;
  return rest;
}
