import { statementOf } from "../rebuilt.ts";
import { readBack } from "../redacted.ts";
import type { Report, ReportExchange } from "../report.ts";
import { viewsOf } from "../views.ts";
import { EVENTS_FORMAT, type RunEvent } from "./event.ts";

/** The events that lead to a report. Exchanges precede the verdicts that refer to them. */
export function eventsOf(report: Report): readonly RunEvent[] {
  const { milliseconds, ...run } = report.run;
  const { outcome, reason, staleKnownFailures } = report;
  const views = viewsOf(report);
  return [
    { type: "run", format: EVENTS_FORMAT, tool: report.tool, run, target: report.target },
    ...report.doctor.map((finding): RunEvent => ({ type: "doctor", finding })),
    {
      type: "plan",
      requirements: report.requirements.map(statementOf),
      checks: report.verdicts.map(({ check, requirement, operation, version }) => ({
        check,
        requirement,
        ...(operation === undefined ? {} : { operation }),
        ...(version === undefined ? {} : { version }),
      })),
    },
    ...interleaved(report),
    ...report.changes.map((change): RunEvent => ({ type: "undone", ...change })),
    {
      type: "end",
      outcome,
      reason,
      milliseconds,
      ...(staleKnownFailures === undefined ? {} : { staleKnownFailures }),
      ...(views === undefined ? {} : { views }),
    },
  ];
}

function interleaved({ exchanges, verdicts }: Report): readonly RunEvent[] {
  const places = new Map(exchanges.map(({ id }, index) => [id, index]));
  const events: RunEvent[] = [];
  let sent = 0;
  const send = (until: number): void => {
    const due: readonly ReportExchange[] = exchanges.slice(sent, until);
    for (const exchange of due) events.push({ type: "exchange", exchange: readBack(exchange) });
    sent = Math.max(sent, until);
  };
  for (const verdict of verdicts) {
    send(verdict.evidence.reduce((last, id) => Math.max(last, (places.get(id) ?? -1) + 1), 0));
    events.push({ type: "verdict", verdict });
  }
  send(exchanges.length);
  return events;
}
