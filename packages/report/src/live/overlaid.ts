import { rebuilt } from "../rebuilt.ts";
import type { Report, Verdict } from "../report.ts";
import { withRenamedExchanges } from "../with-renamed-exchanges.ts";

/**
 * A report with what a later round over some of its checks came to. The round's exchanges get `prefix` in front of their
 * ids; exchanges that nothing rests on any more, because their checks were run again, are left out. What a round that was
 * stopped did not decide stands as before.
 */
export function overlaid(report: Report, round: Report, prefix: string): Report {
  if (round.outcome === "unreachable") return report;
  const renamed = (id: string): string => `${prefix}${id}`;
  const decides = ({ outcome }: Verdict): boolean => round.outcome !== "interrupted" || outcome !== "could-not-run";
  const decided = round.verdicts.filter(decides).map((verdict) => withRenamedExchanges(verdict, renamed));
  const newer = new Map(decided.map((verdict) => [verdict.check, verdict]));
  const replaced = report.verdicts.filter(({ check }) => newer.has(check));
  const known = new Set(report.verdicts.map(({ check }) => check));
  const verdicts = [
    ...report.verdicts.map((verdict) => newer.get(verdict.check) ?? verdict),
    ...[...newer.values()].filter(({ check }) => !known.has(check)),
  ];
  const used = new Set(verdicts.flatMap(({ evidence }) => evidence));
  const past = new Set(replaced.flatMap(({ evidence }) => evidence).filter((id) => !used.has(id)));
  const stated = new Set(report.requirements.map(({ id }) => id));
  const later = Date.parse(round.run.startedAt) - Date.parse(report.run.startedAt);
  return rebuilt({
    ...report,
    ...(report.outcome === "interrupted" || report.outcome === "unreachable" ? { outcome: "incomplete" } : {}),
    requirements: [...report.requirements, ...round.requirements.filter(({ id }) => !stated.has(id))],
    verdicts,
    exchanges: [
      ...report.exchanges.filter(({ id }) => !past.has(id)),
      ...round.exchanges.map((exchange) => ({ ...exchange, id: renamed(exchange.id), at: exchange.at + later })),
    ],
    changes: [...report.changes, ...round.changes],
    doctor: round.doctor,
  });
}
