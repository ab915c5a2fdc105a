import type { Report, Verdict } from "../report.ts";
import { groupBy } from "../select.ts";
import { type Broken, Symptoms } from "./symptoms.ts";

/** What looks like one mistake of the target: everything that it broke, and what it kept from being examined. */
export interface Cause {
  /** The verdict that shows it best. */
  readonly first: Broken;
  /** What else it broke, of the same requirement first. */
  readonly others: readonly Broken[];
  /** Checks that could not run because of it. */
  readonly blocked: readonly Verdict[];
}

/** Verdicts that need somebody to act. */
const isBroken = (verdict: Verdict): verdict is Broken =>
  verdict.outcome === "fail" || verdict.outcome === "flaky" || verdict.outcome === "warn";

/**
 * What broke in a run, by what looks like one mistake: broken MUSTs first, and of those the one that explains most. See
 * `Symptoms` for what makes two verdicts one mistake.
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

/** Checks that would say something else if a cause were mended. */
export const reachOf = ({ others, blocked }: Cause): number => 1 + others.length + blocked.length;

/** The checks of a cause by what became of them: those that fail a run, those of a SHOULD, and those that could not run. */
export function checksOf({ first, others, blocked }: Cause): {
  readonly failing: number;
  readonly warned: number;
  readonly blocked: number;
} {
  const warned = [first, ...others].filter(({ outcome }) => outcome === "warn").length;
  return { failing: 1 + others.length - warned, warned, blocked: blocked.length };
}

/** Whether a cause makes a run fail; any other only breaks a SHOULD. */
export const isFailure = ({ first }: Cause): boolean => first.outcome !== "warn";

/** What a cause breaks, by requirement: the verdict that shows it best, with all others of it. */
export interface BrokenRule {
  readonly first: Broken;
  readonly others: readonly Broken[];
}

/** Every requirement that a cause breaks, each with a verdict of its own; the one that shows the cause best comes first. */
export function rulesOf({ first, others }: Cause): readonly BrokenRule[] {
  return [...groupBy([first, ...others], ({ requirement }) => requirement).values()].flatMap(([best, ...rest]) =>
    best === undefined ? [] : [{ first: best, others: rest }],
  );
}

const WEIGHTS: Readonly<Record<Broken["outcome"], number>> = { fail: 0, flaky: 1, warn: 2, "known-fail": 3 };
const weightOf = ({ outcome }: Broken): number => WEIGHTS[outcome];

const sameFirst = ({ requirement }: Broken, others: readonly Broken[]): readonly Broken[] =>
  others.toSorted((one, other) => Number(one.requirement !== requirement) - Number(other.requirement !== requirement));

/** Whether a check that could not run names what broke as its reason. */
function isBlockedBy(stuck: Verdict, group: readonly Broken[]): boolean {
  if (!("reason" in stuck)) return false;
  return group.some(({ operation, expected, received }) => {
    if (operation !== stuck.operation) return false;
    const asked = /^(?:2xx|4xx:?) (?:for )?(.+?)(?: must not be carried out)?$/su.exec(expected)?.[1];
    return stuck.reason.includes(`(${received})`) || (asked !== undefined && stuck.reason.includes(asked));
  });
}

/** Values that share a key with one another, directly or by way of others; in order of first appearance. */
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
