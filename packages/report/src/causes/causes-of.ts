import type { Report, Verdict } from "../report.ts";
import { groupBy } from "../select.ts";
import { type Broken, Symptoms } from "./symptoms.ts";

/** Everything that one mistake of the target seems to have broken, and the checks that it kept from running. */
export interface Cause {
  /** The verdict that shows the mistake best. */
  readonly first: Broken;
  /** The other broken verdicts, those of the same requirement first. */
  readonly others: readonly Broken[];
  /** Checks that could not run because of the mistake. */
  readonly blocked: readonly Verdict[];
}

/** Verdicts that need a fix: failures and warnings that are not on the list of known failures. */
const isBroken = (verdict: Verdict): verdict is Broken =>
  verdict.outcome === "fail" || verdict.outcome === "flaky" || verdict.outcome === "warn";

/**
 * The broken verdicts of a run, grouped by probable mistake. Broken MUSTs come first, and among those the cause that
 * explains most. `Symptoms` decides which verdicts share a mistake.
 */
export function causesOf(report: Pick<Report, "verdicts" | "exchanges">): readonly Cause[] {
  const broken = report.verdicts.filter(isBroken);
  const symptoms = new Symptoms(broken, report.exchanges);
  const groups = joined(broken, (verdict) => symptoms.of(verdict));
  const stuck = report.verdicts.filter(({ outcome }) => outcome === "could-not-run");
  const causes = groups.map((group): Cause => {
    const [first, ...others] = group.toSorted((one, other) => weightOf(one) - weightOf(other));
    if (first === undefined) throw new Error("a cause without a verdict");
    return { first, others: sameFirst(first, others), blocked: stuck.filter((one) => isBlockedBy(one, group)) };
  });
  return causes.toSorted((one, other) => weightOf(one.first) - weightOf(other.first) || reachOf(other) - reachOf(one));
}

/** The number of checks whose result would change if the cause were fixed. */
export const reachOf = ({ others, blocked }: Cause): number => 1 + others.length + blocked.length;

/**
 * The numbers of checks of a cause: those that fail the run, those that break a SHOULD, and those that could not run.
 */
export function checksOf({ first, others, blocked }: Cause): {
  readonly failing: number;
  readonly warned: number;
  readonly blocked: number;
} {
  const warned = [first, ...others].filter(({ outcome }) => outcome === "warn").length;
  return { failing: 1 + others.length - warned, warned, blocked: blocked.length };
}

/** Whether a cause makes a run fail; other causes only break a SHOULD. */
export const isFailure = ({ first }: Cause): boolean => first.outcome !== "warn";

/** A requirement that a cause breaks: the verdict that shows it best, and its other verdicts. */
export interface BrokenRule {
  readonly first: Broken;
  readonly others: readonly Broken[];
}

/**
 * Every requirement that a cause breaks, each with its own verdicts. The requirement that shows the cause best comes
 * first.
 */
export function rulesOf({ first, others }: Cause): readonly BrokenRule[] {
  return [...groupBy([first, ...others], ({ requirement }) => requirement).values()].flatMap(([best, ...rest]) =>
    best === undefined ? [] : [{ first: best, others: rest }],
  );
}

const WEIGHTS: Readonly<Record<Broken["outcome"], number>> = { fail: 0, flaky: 1, warn: 2, "known-fail": 3 };
const weightOf = ({ outcome }: Broken): number => WEIGHTS[outcome];

const sameFirst = ({ requirement }: Broken, others: readonly Broken[]): readonly Broken[] =>
  others.toSorted((one, other) => Number(one.requirement !== requirement) - Number(other.requirement !== requirement));

/** The reason of a check that would create records which a removal does not remove: the create, and the removal. */
const KEPT_BACK = /^(\w+) is not sent any more: (\w+) did not remove/u;

/**
 * Whether the reason of a check that could not run quotes what a verdict of the group expected or received, or names the
 * removal that the group is about.
 */
function isBlockedBy(stuck: Verdict, group: readonly Broken[]): boolean {
  if (!("reason" in stuck)) return false;
  const [, create, remove] = KEPT_BACK.exec(stuck.reason) ?? [];
  return group.some(({ operation, expected, received }) => {
    const isAboutRemoval = received.includes("after its removal was answered") || expected === `2xx for ${remove}`;
    if (isAboutRemoval && operation !== undefined && [create, remove].includes(operation)) return true;
    if (operation !== stuck.operation) return false;
    const asked = /^(?:2xx|4xx:?) (?:for )?(.+?)(?: must not be carried out)?$/su.exec(expected)?.[1];
    return stuck.reason.includes(`(${received})`) || (asked !== undefined && stuck.reason.includes(asked));
  });
}

/** Groups values that share a key, directly or through other values, in order of first appearance. */
function joined<T>(values: readonly T[], keysOf: (value: T) => readonly string[]): readonly (readonly T[])[] {
  const parents = values.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) root = parent;
    parents[index] = root;
    return root;
  };
  const owners = new Map<string, number>();
  for (const [index, value] of values.entries())
    for (const key of keysOf(value)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, index);
      else {
        const [one, other] = [rootOf(owner), rootOf(index)];
        parents[Math.max(one, other)] = Math.min(one, other);
      }
    }
  const groups = new Map<number, T[]>();
  for (const [index, value] of values.entries()) {
    const root = rootOf(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [value]);
    else group.push(value);
  }
  return [...groups.values()];
}
