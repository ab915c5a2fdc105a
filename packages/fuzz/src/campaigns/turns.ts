import { steadyNow } from "@plumbline/client";
import { staysBehind } from "@plumbline/conformance";
import type { TestCase } from "../cases/test-case.ts";
import { isRefused } from "./lane-of.ts";
import type { Search } from "./settings.ts";

/**
 * The test cases of a plan in the order in which they are sent. First come those with which earlier runs reached
 * something, with at most half of the budget; known ones come last among the others.
 */
export function* turns(
  plan: readonly TestCase[],
  recalled: readonly TestCase[],
  settings: Search,
): Generator<TestCase, void> {
  const { reach } = settings;
  const first = new Set<TestCase>();
  const isHalfOver = halfOf(settings);
  for (const testCase of recalled) {
    if (isHalfOver(first.size)) break;
    first.add(testCase);
    yield testCase;
  }
  const rest = keepingRoom(first.size === 0 ? plan : without(plan, [...first]));
  if (reach === undefined) yield* rest;
  else {
    yield* rest.filter((testCase) => !reach.isKnown(testCase));
    yield* rest.filter((testCase) => reach.isKnown(testCase));
  }
}

/**
 * Test cases that create permanent records come last: when the limit of permanent records is reached, the run sends
 * nothing to their operations, not even invalid requests.
 */
function keepingRoom(plan: readonly TestCase[]): readonly TestCase[] {
  const leaves = ({ aim, operation }: TestCase): boolean => !isRefused(aim) && staysBehind(operation);
  return [...plan.filter((testCase) => !leaves(testCase)), ...plan.filter(leaves)];
}

/** Whether half of the budget is used: known test cases must leave the other half to new ones. */
function halfOf({ requests = Number.POSITIVE_INFINITY, until }: Search): (asked: number) => boolean {
  const end = until === undefined ? Number.POSITIVE_INFINITY : (steadyNow() + until) / 2;
  return (asked) => asked >= Math.floor(requests / 2) || steadyNow() > end;
}

/** The items of the first list that are not in the second. */
export function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  const left = new Set(some);
  return all.filter((one) => !left.has(one));
}
