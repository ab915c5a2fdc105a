import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { BaseRequests } from "../asking/base-requests.ts";
import type { BodyParts } from "../cases/bodies.ts";
import type { CampaignScope } from "../cases/plan.ts";
import { type Family, familyOf } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import type { FuzzLog } from "../coverage/log.ts";
import { planHash } from "../order.ts";
import { CaseRunner } from "./case-runner.ts";
import type { Member } from "./member.ts";
import { paidBy } from "./paid-by.ts";
import { ReadBacks } from "./read-backs.ts";
import type { Search } from "./settings.ts";
import { Tally } from "./tally.ts";

/** The runner and the tally of one campaign. */
export interface Stand {
  readonly runner: CaseRunner;
  readonly tally: Tally;
}

/** The parts from which a search is made when its plan is ready. */
export interface Planned {
  readonly settings: Search;
  readonly parts: BodyParts;
  readonly plan: readonly TestCase[];
  readonly log: FuzzLog;
}

/** One stand per campaign of a search. Campaigns of one family share the valid requests behind their test cases. */
export class Stands {
  readonly #families: ReadonlyMap<OperationId, Family | undefined>;
  readonly #stands = new Map<string, Stand>();

  constructor(members: readonly Member[], planned: Planned) {
    const { contract } = planned.parts;
    this.#families = new Map(contract.operations.map((operation) => [operation.id, familyOf(operation)]));
    const plans = new Map(members.map(({ scope }): [string, TestCase[]] => [scopeKey(scope.family, scope), []]));
    for (const testCase of planned.plan) plans.get(this.#keyOf(testCase))?.push(testCase);
    const { settings, parts, log } = planned;
    const readBacks = new ReadBacks(settings, parts, () => log.requests);
    const holds = new Map<Family, BaseRequests>();
    for (const member of members) {
      const { scope, campaign } = member;
      const key = scopeKey(scope.family, scope);
      const ask = paidBy(planned.settings.share, campaign.ask);
      const baseRequests = holds.get(scope.family) ?? new BaseRequests({ ...campaign, ask }, planned.parts);
      holds.set(scope.family, baseRequests);
      this.#stands.set(key, standOf(member, plans.get(key) ?? [], baseRequests, planned, readBacks));
    }
  }

  familyOf({ operation }: Pick<TestCase, "operation">): Family | undefined {
    return this.#families.get(operation);
  }

  /** The stand of a test case. */
  of(testCase: TestCase): Stand | undefined {
    return this.#stands.get(this.#keyOf(testCase));
  }

  ofScope(scope: CampaignScope): Stand | undefined {
    return this.#stands.get(scopeKey(scope.family, scope));
  }

  all(): readonly Stand[] {
    return [...this.#stands.values()];
  }

  #keyOf(testCase: TestCase): string {
    return scopeKey(this.familyOf(testCase), testCase);
  }
}

function standOf(
  { id, scope, campaign }: Member,
  plan: readonly TestCase[],
  baseRequests: BaseRequests,
  { settings, parts, log }: Planned,
  readBacks: ReadBacks,
): Stand {
  log.plan(id, planHash(plan), plan);
  const tally = new Tally(plan);
  const { seed, ear, reach } = settings;
  const onAnswer = (testCase: TestCase, exchange: Exchange): void => {
    settings.onRequest?.();
    settings.onAnswer?.(testCase, exchange);
  };
  const runner = new CaseRunner({
    id,
    scope,
    campaign,
    seed,
    log,
    parts,
    baseRequests,
    tally,
    ear,
    reach,
    readBacks,
    onAnswer,
  });
  return { runner, tally };
}

const scopeKey = (family: Family | undefined, { aim, level }: Pick<CampaignScope, "aim" | "level">): string =>
  `${family} ${aim} ${level}`;
