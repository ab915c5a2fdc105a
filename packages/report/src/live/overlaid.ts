import type { Deciding } from "../outcome.ts";
import { rebuilt } from "../rebuilt.ts";
import type { Report, Verdict } from "../report.ts";

/**
 * A report with what a later round over some of its checks came to. The round's exchanges get `prefix` in front of their
 * ids; exchanges that nothing rests on any more, because their checks were run again, are left out. What a round that was
 * stopped did not decide stands as before.
 */
export function overlaid(report: Report, round: Report, prefix: string): Report {
  if (round.outcome === "unreachable") return report;
  const renamed = (id: string): string => `${prefix}${id}`;
  const decides = ({ outcome }: Verdict): boolean => round.outcome !== "interrupted" || outcome !== "could-not-run";
  const newer = new Map(round.verdicts.filter(decides).map((verdict) => [verdict.check, renamedIn(verdict, renamed)]));
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

function renamedIn(verdict: Verdict, renamed: (id: string) => string): Verdict {
  const evidence = verdict.evidence.map(renamed);
  if (!("deciding" in verdict) || verdict.deciding === undefined) return { ...verdict, evidence };
  const { exchange, twin, ...rest } = verdict.deciding;
  const deciding: Deciding = {
    ...rest,
    exchange: renamed(exchange),
    ...(twin !== undefined && { twin: renamed(twin) }),
  };
  return { ...verdict, evidence, deciding };
}
