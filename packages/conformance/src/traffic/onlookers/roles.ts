import { answered } from "@plumbline/client";
import { type OperationId, operations } from "@plumbline/schemas";
import { accepted, wasAccepted } from "../../ground/answers.ts";
import { type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { isDoubtful } from "../../requirements/operations/roles.ts";
import { enoughFor } from "../../requirements/shared/enough-for.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import type { Target } from "../../target/target.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import type { Captured } from "./concerns.ts";
import { Holders } from "./holders.ts";
import type { Found, Onlooker } from "./onlooker.ts";

/** How often the server must refuse a key with a sufficient role, and accept the main key, to exclude chance. */
const OFTEN = 2;
/** The most places to remember for one operation and role. */
const MOST = 100;

/** The refusals of a key at one version and path. The state of the record there may be the reason as well. */
interface Refusal {
  readonly passed: Passed;
  readonly judgement: Judgement;
  readonly times: number;
  /** The record existed: the main key succeeded with it afterwards. */
  readonly wasThere: boolean;
}

/** The answers to keys of one role for an operation. */
interface Tries {
  readonly refused: Bounded<Refusal>;
  isAccepted: boolean;
}

/**
 * The server must accept keys with a sufficient role wherever it accepts the main key. Both versions demand the same
 * role, so their answers count together.
 */
export const roles = (target: Target): Onlooker => new LettingIn(target);

class LettingIn implements Onlooker {
  readonly decides: readonly string[];
  readonly #holders: Holders;
  /** By operation and role. */
  readonly #tries = new Map<string, Tries>();
  /**
   * How often the server accepted the main key, by operation and path, and by operation and container of the record.
   */
  readonly #main = new Bounded<number>(10_000);

  constructor(target: Target) {
    this.#holders = new Holders(target);
    const ids = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].authentication === "digest");
    this.decides = ids.map((id) => operationRule(id, "ROLE"));
  }

  readonly see = (passed: Passed): readonly Found[] => {
    const { call, exchange } = passed;
    const { roles: named, number } = operations[call.operation];
    const holder = this.#holders.of(passed);
    if (call.due !== undefined || !answered(exchange)) return [];
    if (holder === "main") return wasAccepted(exchange) ? this.#ofMain(passed) : [];
    if (named === "unstated" || typeof holder === "string" || !enoughFor(named).includes(holder.role)) return [];
    const requirement = operationRule(call.operation, "ROLE");
    const own = this.#triesOf(`${call.operation} ${holder.role}`);
    if (wasAccepted(exchange)) {
      own.isAccepted = true;
      return [{ requirement, judgement: upheld, passed }];
    }
    // A 401 is about the key itself or a used nonce, not about its role.
    if (exchange.response.status !== 403) return [];
    const broken = accepted(exchange, `a key with ${holder.role}, as for the main key`);
    const judgement = isDoubtful({ number, roles: named }, holder.role) ? mild(broken) : broken;
    const at = placeOf(passed);
    const { times = 0, wasThere = false } = own.refused.get(at) ?? {};
    own.refused.set(at, { passed: withoutAnswer(passed), judgement, times: times + 1, wasThere });
    return this.#told(own, at);
  };

  /** A success of the main key shows that the record existed when the server refused other keys before. */
  #ofMain(passed: Passed): readonly Found[] {
    const { call, exchange, recognised } = passed;
    const at = placeOf(passed);
    for (const key of [`${call.operation} ${at}`, `${call.operation} ${outerOf(passed)}`])
      this.#main.set(key, (this.#main.get(key) ?? 0) + 1);
    if (!hasRecord(recognised.captured)) return [];
    return [...this.#tries.values()].flatMap((own) => {
      const refusal = own.refused.get(at);
      if (refusal === undefined || refusal.wasThere) return [];
      if (refusal.passed.exchange.startedAt >= exchange.startedAt) return [];
      own.refused.set(at, { ...refusal, wasThere: true });
      return this.#told(own, at);
    });
  }

  /**
   * A refusal counts if the server accepted the main key at the same path, or, if the record existed, at another record
   * of the same container.
   */
  #told(own: Tries, at: string): readonly Found[] {
    const here = own.refused.get(at);
    const counts = [...own.refused.keys()].map((place) => {
      const refusal = own.refused.get(place);
      return refusal === undefined ? 0 : Math.min(refusal.times, this.#mainBeside(refusal));
    });
    const isOften = counts.reduce((sum, one) => sum + one, 0) >= OFTEN;
    if (here === undefined || own.isAccepted || this.#mainBeside(here) === 0 || !isOften) return [];
    const { passed, judgement } = here;
    return [{ requirement: operationRule(passed.call.operation, "ROLE"), judgement, passed }];
  }

  #mainBeside({ passed, wasThere }: Refusal): number {
    const { operation } = passed.call;
    const same = this.#main.get(`${operation} ${placeOf(passed)}`) ?? 0;
    return wasThere ? Math.max(same, this.#main.get(`${operation} ${outerOf(passed)}`) ?? 0) : same;
  }

  #triesOf(key: string): Tries {
    const known = this.#tries.get(key) ?? { refused: new Bounded(MOST), isAccepted: false };
    this.#tries.set(key, known);
    return known;
  }
}

const OUTER: readonly string[] = ["groupId", "orgId", "clusterName"];

const hasRecord = (captured: Captured): boolean => Object.keys(captured).some((name) => !OUTER.includes(name));

const placeOf = ({ call, recognised: { captured } }: Passed): string => `${call.version} ${JSON.stringify(captured)}`;

/** The container of the record: its project, organisation or cluster. */
function outerOf({ call, recognised: { captured } }: Passed): string {
  const outer = Object.entries(captured).filter(([name]) => OUTER.includes(name));
  return `${call.version} in ${JSON.stringify(Object.fromEntries(outer))}`;
}
