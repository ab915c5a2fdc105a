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

/** How often a key was refused that has a role which is enough, and the main key was not, before that is no chance. */
const OFTEN = 2;
/** Places that are remembered of one key and operation. */
const MOST = 100;

/** A place, by version and the values in the path, at which a key was refused: what is there may be the reason as well. */
interface Refusal {
  readonly passed: Passed;
  readonly judgement: Judgement;
  readonly times: number;
  /** The record was there: the main key has done something with it afterwards. */
  readonly wasThere: boolean;
}

/** How keys of one role fared with an operation. */
interface Tries {
  readonly refused: Bounded<Refusal>;
  isAccepted: boolean;
}

/** Keys of one role are let in where that is enough, wherever the main key is; both versions ask for the same role. */
export const roles = (target: Target): Onlooker => new LettingIn(target);

class LettingIn implements Onlooker {
  readonly decides: readonly string[];
  readonly #holders: Holders;
  /** By operation and role. */
  readonly #tries = new Map<string, Tries>();
  /** How often the main key was let in, by operation and place, and by operation and what its record is part of. */
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
    // A 401 is about the key itself, or a nonce that has been used.
    if (exchange.response.status !== 403) return [];
    const broken = accepted(exchange, `a key with ${holder.role}, as for the main key`);
    const judgement = isDoubtful({ number, roles: named }, holder.role) ? mild(broken) : broken;
    const at = placeOf(passed);
    const { times = 0, wasThere = false } = own.refused.get(at) ?? {};
    own.refused.set(at, { passed: withoutAnswer(passed), judgement, times: times + 1, wasThere });
    return this.#told(own, at);
  };

  /** What the main key does with a record shows that it was there when others were refused. */
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

  /** A refusal counts beside the main key at the same place, or elsewhere where its record was there. */
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

/** What the record is part of. */
function outerOf({ call, recognised: { captured } }: Passed): string {
  const outer = Object.entries(captured).filter(([name]) => OUTER.includes(name));
  return `${call.version} in ${JSON.stringify(Object.fromEntries(outer))}`;
}
