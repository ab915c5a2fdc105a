import { LIMITS } from "@plumbline/schemas";
import type { CheckStage } from "../ground/stage.ts";
import type { Check } from "../plan/check.ts";
import { areaOf } from "../rule/area-of.ts";
import { WRITES, writeOf } from "../writes/table.ts";
import { usesUp } from "../writes/uses-up.ts";
import type { Lane, Write } from "../writes/write.ts";

/** Lanes with slow operations: their stories wait for one another, but no other check needs to wait. */
const SLOW: ReadonlySet<string> = new Set(
  Object.values<Write>(WRITES).flatMap(({ lane, slow }) => (slow && lane !== undefined ? lane : [])),
);

/** The lane of a check: checks of one lane take turns, because they share something that exists only once. */
export const laneOf = ({ requirement, subject }: Check): string | undefined => {
  if (requirement.kind === "story")
    return requirement.lane ?? (subject && writeOf(subject.operation.id)?.lane) ?? requirement.fallbackLane;
  if (requirement.kind === "probe" && requirement.lane !== undefined) return requirement.lane;
  // The token endpoint counts requests, so its checks take turns.
  return subject?.operation.authentication === "clientCredentials" ? "token" : undefined;
};

/** Checks of one lane, in their order, that run parallel to all others, from the stage in which the first could begin. */
export interface Line {
  readonly lane: string;
  readonly from: CheckStage;
  readonly checks: readonly Check[];
}

/**
 * The lines of a plan: one per slow lane, through all stages after the reads, and one for the token endpoint, whose
 * rate limit makes its checks wait. If the clock can be moved, it moves for all checks, so the endpoint gets no line.
 */
export function linesOf(checks: readonly Check[], movesClock: boolean): readonly Line[] {
  const lines = new Map<string, Check[]>();
  for (const check of checks) {
    const lane = laneOf(check);
    if (lane === undefined || check.obstacle !== undefined) continue;
    const isToken = lane === "token" && !movesClock;
    if (isToken || (SLOW.has(lane) && check.stage !== "read")) lines.set(lane, [...(lines.get(lane) ?? []), check]);
  }
  return [...lines].map(([lane, own]) => ({
    lane,
    from: lane === "token" ? "read" : "refused-reads",
    checks: lane === "token" ? withinMinutes(own) : [...own].sort(LIVES.includes(lane) ? byLife : byTime),
  }));
}

/**
 * Divides the checks of a line into phases; the sequences of a phase run in parallel. Checks about a write with a strand
 * run in parallel with those of other strands. Before and after them, the other checks have the whole lane to themselves.
 */
export function phasesOf({ checks }: Line): readonly (readonly (readonly Check[])[])[] {
  const strands = new Map<string, Check[]>();
  const [before, after]: [Check[], Check[]] = [[], []];
  for (const check of checks) {
    const time = timeOf(check);
    const strand = check.subject && writeOf(check.subject.operation.id)?.strand;
    if (time === 2) after.push(check);
    else if (time === 0 || strand === undefined) before.push(check);
    else strands.set(strand, [...(strands.get(strand) ?? []), check]);
  }
  return [[before], [...strands.values()], [after]];
}

/**
 * Orders the checks of the token endpoint, with those of its rate limit in the middle: they wait for a fresh minute,
 * and after the first ten requests every check must wait anyway.
 */
function withinMinutes(checks: readonly Check[]): readonly Check[] {
  const others = checks.filter(({ risk }) => risk !== "quota");
  let sent = 0;
  const first = others.filter(({ requests }) => {
    sent += requests;
    return sent <= LIMITS.tokenRequests.count;
  });
  const ofLimit = checks.filter(({ risk }) => risk === "quota");
  return [...first, ...ofLimit, ...others.filter((check) => !first.includes(check))];
}

/** Lanes whose stories follow the life of one record or state, version by version. */
const LIVES: readonly string[] = ["backup", "migration", "outage"] satisfies Lane[];

/** Checks that show whether a lane can be undone go first, and checks that judge the others go last. */
const byTime = (one: Check, other: Check): number => timeOf(one) - timeOf(other);

function timeOf({ requirement }: Check): 0 | 1 | 2 {
  if (requirement.kind !== "story") return 1;
  return requirement.early ? 0 : requirement.late ? 2 : 1;
}

/**
 * Orders the checks of a life: first its own rules, then callers who must not touch it, then the other ways to call it,
 * operation by operation.
 */
function byLife(one: Check, other: Check): number {
  return (
    byTime(one, other) ||
    (one.subject?.version ?? "").localeCompare(other.subject?.version ?? "") ||
    placeOf(one) - placeOf(other)
  );
}

const OPERATIONS = Object.keys(WRITES);
const STATES = -3;

function placeOf({ requirement, subject }: Check): number {
  const area = areaOf(requirement.id);
  // Checks that use records up come after those that read them.
  const lateness = subject !== undefined && usesUp(subject.operation.id) ? 1 : 0;
  const isGeneral = ["AUTH", "ERR", "GEN", "OPS"].includes(area);
  if (!isGeneral) return requirement.kind === "story" && requirement.stage === "state" ? STATES + lateness : -1;
  return 2 * OPERATIONS.indexOf(subject?.operation.id ?? "") + (area === "OPS" ? 1 : 0);
}
