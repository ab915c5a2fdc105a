import { addressOf } from "./address-of.ts";
import { isoTime } from "./iso-time.ts";
import { MergeError } from "./merge-error.ts";
import { mergeViews } from "./merge-views.ts";
import { OUTCOMES } from "./outcome.ts";
import { readBack } from "./redacted.ts";
import {
  REPORT_FORMAT,
  type Report,
  type ReportExchange,
  type RequirementSummary,
  type StaleKnownFailure,
  type Verdict,
} from "./report.ts";
import { buildReport } from "./summarise.ts";
import { UNSEEN_ANYWHERE } from "./unseen.ts";
import { withRenamedExchanges } from "./with-renamed-exchanges.ts";

/**
 * Merges the shards of one run into one report. Exchange ids get the number of the shard as a prefix (`2-17`), because
 * every shard counts from one, and times count from the start of the earliest shard.
 *
 * @throws {MergeError} on no shards, on shards of other formats, tools or targets, and on a check that two shards ran.
 */
export function mergeReports(shards: readonly Report[]): Report {
  const [first] = shards;
  if (first === undefined) throw new MergeError("At least one report is needed to merge, but none was given.");
  for (const [index, shard] of shards.entries()) refuseForeign(first, shard, index + 1);
  const start = Math.min(...shards.map(startOf));
  const placed = shards.map((shard, index) => place(shard, index + 1, startOf(shard) - start));
  const stale = mergeStale(shards);
  const merged = buildReport(
    readBack({
      format: REPORT_FORMAT,
      tool: first.tool,
      run: mergeRun(shards, start),
      target: {
        ...first.target,
        versions: unique(shards.flatMap(({ target }) => target.versions)),
        selfConsistency: shards.some(({ target }) => target.selfConsistency),
      },
      doctor: uniqueBy(
        shards.flatMap(({ doctor }) => doctor),
        ({ subject, state, text }) => JSON.stringify([subject, state, text]),
      ),
      requirements: mergeRequirements(shards),
      verdicts: combined(
        shards,
        placed.flatMap(({ verdicts }) => verdicts),
      ),
      exchanges: placed.flatMap(({ exchanges }) => exchanges).sort((one, other) => one.at - other.at),
      changes: shards.flatMap(({ changes }) => changes),
      ...(stale.length === 0 ? {} : { staleKnownFailures: stale }),
      ...mergeViews(shards),
    }),
  );
  // Verdicts do not show how a run ended, so one shard that was cut short decides for all.
  const cut =
    shards.find(({ outcome }) => outcome === "interrupted") ?? shards.find(({ outcome }) => outcome === "unreachable");
  return cut === undefined ? merged : { ...merged, outcome: cut.outcome, reason: cut.reason };
}

function refuseForeign(first: Report, shard: Report, number: number): void {
  const sides: readonly (readonly [what: string, one: string, other: string])[] = [
    ["format", first.format, shard.format],
    ["version of Plumbline", first.tool.version, shard.tool.version],
    ["kind of target", first.target.kind, shard.target.kind],
    ["target", addressOf(first), addressOf(shard)],
    ["profile", first.target.profile, shard.target.profile],
    ["faults", JSON.stringify(first.target.faults ?? []), JSON.stringify(shard.target.faults ?? [])],
  ];
  for (const [what, one, other] of sides) {
    if (one === other) continue;
    throw new MergeError(
      `Shards of one run share the ${what}, but report 1 has ${one} and report ${number} has ${other}. ` +
        "Merge only reports of the same command with different shard numbers.",
    );
  }
}

function startOf({ run }: Report): number {
  const start = Date.parse(run.startedAt);
  if (!Number.isNaN(start)) return start;
  throw new MergeError(
    `A shard must say when it started, as RFC 3339 in UTC, but run ${run.id} says ${run.startedAt}.`,
  );
}

function mergeRun(shards: readonly Report[], start: number): Report["run"] {
  const runs = shards.map(({ run }) => run);
  const seeds = unique(runs.map(({ seed }) => seed));
  const selections = unique(runs.flatMap(({ selection }) => (selection === undefined ? [] : [selection])));
  const end = Math.max(...shards.map((shard) => startOf(shard) + shard.run.milliseconds));
  const [seed] = seeds;
  return {
    id: unique(runs.map(({ id }) => id)).join("+"),
    startedAt: isoTime(start),
    milliseconds: end - start,
    command: unique(runs.map(({ command }) => command)).join("; "),
    ...(seeds.length === 1 && seed !== undefined ? { seed } : {}),
    ...(selections.length === 0 ? {} : { selection: selections.join("; ") }),
  };
}

interface Placed {
  readonly verdicts: readonly Verdict[];
  readonly exchanges: readonly ReportExchange[];
}

function place(shard: Report, number: number, delay: number): Placed {
  const renamed = (id: string): string => `${number}-${id}`;
  return {
    verdicts: shard.verdicts.map((verdict) => withRenamedExchanges(verdict, renamed)),
    exchanges: shard.exchanges.map((exchange) => ({
      ...exchange,
      id: renamed(exchange.id),
      at: exchange.at + delay,
    })),
  };
}

/**
 * Combines verdicts on the same check. Every check runs in one shard, but each shard also watches the rules about all
 * answers: a verdict that saw something wins, of two such verdicts the worse one wins, and observations are joined.
 */
function combined(shards: readonly Report[], verdicts: readonly Verdict[]): readonly Verdict[] {
  const watched = new Set(
    shards.flatMap(({ requirements }) =>
      requirements.filter(({ kind }) => kind === "watch" || kind === "silent").map(({ id }) => id),
    ),
  );
  const seen = new Set(verdicts.filter((verdict) => !isUnseen(verdict)).map(({ requirement }) => requirement));
  const checks = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    if (isUnseenAnywhere(verdict) && seen.has(verdict.requirement)) continue;
    const before = checks.get(verdict.check);
    if (before !== undefined && !watched.has(verdict.requirement))
      throw new MergeError(
        `Every check runs in one shard, but two reports have a verdict on ${verdict.check}. Leave out one of them.`,
      );
    checks.set(verdict.check, before === undefined ? verdict : both(before, verdict));
  }
  return [...checks.values()];
}

const isUnseen = ({ outcome }: Verdict): boolean => outcome === "could-not-run" || outcome === "not-applicable";
const isUnseenAnywhere = (verdict: Verdict): boolean => "reason" in verdict && verdict.reason === UNSEEN_ANYWHERE;

function both(one: Verdict, other: Verdict): Verdict {
  if (isUnseen(one) !== isUnseen(other)) return isUnseen(one) ? other : one;
  if (one.outcome === "observed" && other.outcome === "observed") {
    const notes = [one, other].flatMap(({ note }) => note.split("; "));
    return { ...one, note: unique(notes).toSorted().join("; "), evidence: [...one.evidence, ...other.evidence] };
  }
  return OUTCOMES.indexOf(one.outcome) <= OUTCOMES.indexOf(other.outcome) ? one : other;
}

function mergeRequirements(shards: readonly Report[]): readonly RequirementSummary[] {
  const merged = new Map<string, RequirementSummary>();
  for (const requirement of shards.flatMap(({ requirements }) => requirements)) {
    const known = merged.get(requirement.id);
    if (known !== undefined && (known.level !== requirement.level || known.text !== requirement.text)) {
      throw new MergeError(
        `Shards of one run state the same requirements, but two of them differ on ${requirement.id}.`,
      );
    }
    if (known === undefined) merged.set(requirement.id, requirement);
  }
  return [...merged.values()];
}

/**
 * An entry is unmatched only when no shard has its check. The shard that has the check determines every other state.
 */
function mergeStale(shards: readonly Report[]): readonly StaleKnownFailure[] {
  const lists = shards.map(({ staleKnownFailures }) => staleKnownFailures ?? []);
  const everywhere = (entry: StaleKnownFailure): boolean =>
    lists.every((list) => list.some(({ check, state }) => check === entry.check && state === "unmatched"));
  const kept = lists.flat().filter((entry) => entry.state !== "unmatched" || everywhere(entry));
  return uniqueBy(kept, ({ check, state }) => JSON.stringify([check, state]));
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function uniqueBy<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
