import type { Level } from "@plumbline/report";
import { areaOf } from "../rule/area-of.ts";
import { KINDS } from "../writes/kinds.ts";
import { writeOf } from "../writes/table.ts";
import type { Check } from "./check.ts";
import { COSTS, NOTICED } from "./experience.ts";

/** The value of finding a broken rule, by its level. */
const LEVELS: Readonly<Record<Level, number>> = { MUST: 8, SHOULD: 3, MAY: 1, UNSPECIFIED: 0.5 };

/** A check asks these questions; each adds a share of the rule's value the first time a check asks it. */
const QUESTIONS = { rule: 1, area: 0.1, version: 0.1, operation: 0.05, all: 0.02 } as const;

/** The value of a check that noticed a fault of the reference which no earlier check in the order noticed. */
const FAULT = 8;

/** Invariants judge every answer, so the first request to an operation has a value of its own. */
const ANSWER = { operation: 6, version: 2 } as const;

/** Requests that undo the work of a check that writes. */
const UNDOING = 2;

/**
 * Additional requests of first writes. The first write of a run asks other runs to wait. The first write of an
 * operation makes the run read the neighbouring records before and after, and more of them if each cluster has one. The
 * first write of a kind of record makes the run create records of that kind that must stay unchanged. Later writes
 * cause none of these.
 */
const OPENING = { run: 20, operation: 6, places: 30, kind: 14 } as const;

/** The share of its most requests that a check usually sends, for rules without a measurement. */
const USUAL = 0.5;

/** The cost of waiting, in requests: it sends none, but the run ends only after its slowest check. */
const WAITING = 10;

/** Requests that a check probably causes: fewer than `mostOf`, because checks share reads. */
export function costOf({ requests, requirement, risk }: Check): number {
  const measured = COSTS[requirement.id] ?? USUAL * requests;
  return Math.max(1, Math.min(requests, measured)) + (risk === "read" ? 0 : UNDOING);
}

/** The most requests that a check may cause, including those that undo its work. */
export const mostOf = ({ requests, risk }: Check): number => requests + (risk === "read" ? 0 : 2 * UNDOING);

/** Whether a check waits for a slow operation of the target, or for the token endpoint to accept requests again. */
const isSlow = ({ requirement, risk, subject }: Check): boolean =>
  risk === "quota" ||
  subject?.operation.authentication === "clientCredentials" ||
  (requirement.kind === "story" && subject !== undefined && writeOf(subject.operation.id)?.slow === true);

/** Remembers which first writes already happened, so that later writes cost less. */
export class Opened {
  readonly #opened: Set<string>;

  /** Continues from other first writes, which stay as they are. */
  constructor(before?: Opened) {
    this.#opened = new Set(before === undefined ? [] : before.#opened);
  }

  /** Additional requests of a check because it is the first to write there. */
  costOf(check: Check): number {
    return openings(check).reduce((sum, [what, cost]) => (this.#opened.has(what) ? sum : sum + cost), 0);
  }

  /** Records that a check writes. Returns whether it was a first write. */
  by(check: Check): boolean {
    const isFirst = this.costOf(check) > 0;
    for (const [what] of openings(check)) this.#opened.add(what);
    return isFirst;
  }
}

function openings({ risk, subject }: Check): readonly (readonly [what: string, requests: number])[] {
  if (subject === undefined || risk === "read") return [];
  const { operation, version } = subject;
  const kind = writeOf(operation.id)?.kind;
  const { company, sight } = kind === undefined ? {} : KINDS[kind];
  return [
    ["run", OPENING.run],
    [`${operation.id} ${version}`, sight?.how === "places" ? OPENING.places : OPENING.operation],
    ...(company === undefined ? [] : [[`kind ${kind}`, OPENING.kind] as const]),
  ];
}

/**
 * Orders the checks that send requests by value for cost. Each check in the order asks more new questions per request
 * than those after it: first every rule once, then each area of rules on each operation, last a rule on one more
 * operation. Pure.
 */
export function byWorth(checks: readonly Check[]): readonly Check[] {
  const asked = new Set<string>();
  const opened = new Opened();
  const worthOf = ({ check, questions }: Candidate): number => {
    const asks = questions.reduce((sum, [question, worth]) => (asked.has(question) ? sum : sum + worth), 0);
    return asks / (costOf(check) + opened.costOf(check) + (isSlow(check) ? WAITING : 0));
  };
  const valued = (one: Candidate): Valued => ({ ...one, value: worthOf(one) });
  let waiting = checks
    .filter((check) => check.requests > 0)
    .toReversed()
    .map((check) => valued({ check, questions: questionsOf(check) }))
    .sort(byValue);
  const order: Check[] = [];
  for (let best = waiting.pop(); best !== undefined; best = waiting.pop()) {
    // Values only fall while the order grows, so it is enough to value the first candidate again.
    const now = valued(best);
    const next = waiting.at(-1);
    if (next !== undefined && now.value < next.value) {
      waiting.splice(placeFor(now.value, waiting), 0, now);
      continue;
    }
    for (const [question] of best.questions) asked.add(question);
    order.push(best.check);
    // The exception: after a first write, other checks get cheaper, so all are valued again.
    if (opened.by(best.check)) waiting = waiting.map(valued).sort(byValue);
  }
  return order;
}

interface Candidate {
  readonly check: Check;
  readonly questions: readonly (readonly [question: string, worth: number])[];
}

interface Valued extends Candidate {
  readonly value: number;
}

/** Ascending, so that `pop` takes the most valuable; among equals, the first of the plan. */
const byValue = (one: Valued, other: Valued): number => one.value - other.value;

/** The index at which a candidate of this value keeps the order ascending. */
function placeFor(value: number, waiting: readonly { readonly value: number }[]): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((waiting[middle]?.value ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function questionsOf({ id: check, requirement, subject }: Check): Candidate["questions"] {
  const { id, level } = requirement;
  const worth = LEVELS[level];
  const of = subject === undefined ? undefined : check.slice(id.length + 1);
  const faults = Object.entries(NOTICED[id] ?? {})
    .filter(([, subjects]) => subjects === ANY || (of !== undefined && subjects.split(" ").includes(of)))
    .map(([fault]) => [`fault ${fault}`, FAULT] as const);
  const rule = [id, worth * QUESTIONS.rule] as const;
  if (subject === undefined) return [rule, ...faults];
  const { operation, version } = subject;
  return [
    rule,
    ...faults,
    [`${areaOf(id)} ${operation.id}`, worth * QUESTIONS.area],
    [`${id} ${version}`, worth * QUESTIONS.version],
    [`${id} ${operation.id}`, worth * QUESTIONS.operation],
    [`${id} ${operation.id} ${version}`, worth * QUESTIONS.all],
    [operation.id, ANSWER.operation],
    [`${operation.id} ${version}`, ANSWER.version],
  ];
}

/** All operations, for a rule that noticed a fault on most of them. */
const ANY = "*";
