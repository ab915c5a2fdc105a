import { ordered } from "../order.ts";
import type { BodyParts } from "./bodies.ts";
import { enumerated } from "./enumerated.ts";
import { type Choice, type Family, inShard, type Shard, subjectsOf } from "./subjects.ts";
import type { Aim, TestCase } from "./test-case.ts";

/** The kind of requests that a campaign sends. */
export interface CampaignScope {
  readonly family: Family;
  readonly aim: Aim;
  readonly level: "MUST" | "SHOULD";
}

/** The requests of a campaign in the order in which they are sent. A pure function of its arguments. */
export function planOf(scope: CampaignScope, parts: BodyParts, seed: number, choice: Choice = {}): readonly TestCase[] {
  return planOfAll([scope], parts, seed, choice);
}

/** The requests of several campaigns in one order, in which every prefix is the best run of its length. */
export function planOfAll(
  scopes: readonly CampaignScope[],
  parts: BodyParts,
  seed: number,
  choice: Choice = {},
  shard?: Shard,
): readonly TestCase[] {
  const testCases = scopes.flatMap((scope) => testCasesOf(scope, parts, seed, choice));
  return ordered(
    testCases.filter((testCase) => inShard(testCase, shard)),
    seed,
  );
}

function testCasesOf(scope: CampaignScope, parts: BodyParts, seed: number, choice: Choice): readonly TestCase[] {
  const testCases = subjectsOf(parts.contract, parts.world, scope.family, choice).flatMap((subject) =>
    enumerated(subject, scope.aim, parts, seed),
  );
  return testCases
    .filter((testCase) => testCase.level === scope.level && !breaksOneOf(testCase, choice.without))
    .map((testCase) => ({ ...testCase, id: `${scope.aim} ${testCase.id}` }));
}

/** Whether a request breaks one of the keywords. */
export const breaksOneOf = ({ shows, certificate }: TestCase, keywords: readonly string[] = []): boolean =>
  [shows, ...(certificate?.also ?? [])].some(({ keyword }) => keywords.includes(keyword));
