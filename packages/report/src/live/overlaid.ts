import { decidingOf } from "../deciding.ts";
import { rebuilt } from "../rebuilt.ts";
import type { Report, Verdict } from "../report.ts";
import { withRenamedExchanges } from "../with-renamed-exchanges.ts";

/** Ids of exchanges of a round; those of the full run have no such prefix. */
const OF_A_ROUND = /^r\d+-/u;

/**
 * Replaces the verdicts of a report with those of a later round over some of its checks. The ids of the round's
 * exchanges begin with its number. The result drops exchanges that no verdict refers to any more, and the other
 * exchanges of earlier rounds; it keeps all exchanges of the last round. Checks that an interrupted round did not
 * decide keep their verdicts.
 */
export function overlaid(report: Report, round: Report, number: number): Report {
  if (round.outcome === "unreachable") return report;
  const renamed = (id: string): string => `r${number}-${id}`;
  const decides = ({ outcome }: Verdict): boolean => round.outcome !== "interrupted" || outcome !== "could-not-run";
  const decided = round.verdicts.filter(decides).map((verdict) => withRenamedExchanges(verdict, renamed));
  const newer = new Map(decided.map((verdict) => [verdict.check, verdict]));
  const replaced = report.verdicts.filter(({ check }) => newer.has(check));
  const known = new Set(report.verdicts.map(({ check }) => check));
  const verdicts = [
    ...report.verdicts.map((verdict) => newer.get(verdict.check) ?? verdict),
    ...[...newer.values()].filter(({ check }) => !known.has(check)),
  ];
  const used = new Set(verdicts.flatMap(restsOn));
  const past = new Set(replaced.flatMap(({ evidence }) => evidence).filter((id) => !used.has(id)));
  const stated = new Set(report.requirements.map(({ id }) => id));
  const later = Date.parse(round.run.startedAt) - Date.parse(report.run.startedAt);
  return rebuilt({
    ...report,
    ...(report.outcome === "interrupted" || report.outcome === "unreachable" ? { outcome: "incomplete" } : {}),
    requirements: [...report.requirements, ...round.requirements.filter(({ id }) => !stated.has(id))],
    verdicts,
    exchanges: [
      ...report.exchanges.filter(({ id }) => used.has(id) || !(past.has(id) || OF_A_ROUND.test(id))),
      ...round.exchanges.map((exchange) => ({ ...exchange, id: renamed(exchange.id), at: exchange.at + later })),
    ],
    changes: [...report.changes, ...round.changes],
    doctor: round.doctor,
  });
}

function restsOn(verdict: Verdict): readonly string[] {
  const { exchange, twin } = decidingOf(verdict) ?? {};
  return [...verdict.evidence, ...(exchange === undefined ? [] : [exchange]), ...(twin === undefined ? [] : [twin])];
}
