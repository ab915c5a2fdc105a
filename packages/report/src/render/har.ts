import type { Har } from "har-format";
import { decidingOf } from "../deciding.ts";
import type { Report } from "../report.ts";
import { groupBy } from "../select.ts";
import { harEntry } from "./har/entry.ts";

/**
 * HAR 1.2: every exchange of the report, redacted as in the report, for the network views of browsers and proxies. Only
 * programs read it, so it is not indented: for 6,700 exchanges, indentation would be 11 of 28 MB.
 */
export function renderHar(report: Report): string {
  const { tool, run, target, exchanges } = report;
  const decides = groupBy(report.verdicts, (verdict) => decidingOf(verdict)?.exchange);
  const start = Date.parse(run.startedAt);
  const began = Number.isNaN(start) ? 0 : start;
  const har: Har = {
    log: {
      version: "1.2",
      creator: { name: "Plumbline", version: tool.version },
      entries: exchanges.map((exchange) => harEntry(exchange, began, decides.get(exchange.id))),
      comment: `${target.name} at ${target.url}, run ${run.id}`,
    },
  };
  return `${JSON.stringify(har)}\n`;
}
