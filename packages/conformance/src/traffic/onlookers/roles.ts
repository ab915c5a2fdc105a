import { answered } from "@plumbline/client";
import { type OperationId, operations } from "@plumbline/schemas";
import { accepted, wasAccepted } from "../../ground/answers.ts";
import { mild, upheld } from "../../ground/judgement.ts";
import { isDoubtful } from "../../requirements/operations/roles.ts";
import { enoughFor } from "../../requirements/shared/enough-for.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import type { Target } from "../../target/target.ts";
import type { Passed } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import { Holders } from "./holders.ts";
import type { Found, Onlooker } from "./onlooker.ts";

/** How often a key was refused that has a role which is enough, and the main key was not, before that is no chance. */
const OFTEN = 2;
/** Places that are remembered of one key and operation. */
const MOST = 100;

/** How one key fared with an operation, by version and the values in the path: what is there may be the reason as well. */
interface Tries {
  readonly refused: Bounded<number>;
  readonly accepted: Bounded<number>;
  isAccepted: boolean;
}

/** Keys of one role are let in where that is enough, wherever the main key is; both versions ask for the same role. */
export function roles(target: Target): Onlooker {
  const holders = new Holders(target);
  const ids = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].authentication === "digest");
  const tries = new Map<string, Tries>();
  const triesOf = (who: string, { call }: Passed): Tries => {
    const key = `${call.operation} ${who}`;
    const known = tries.get(key) ?? { refused: new Bounded(MOST), accepted: new Bounded(MOST), isAccepted: false };
    tries.set(key, known);
    return known;
  };
  const count = (of: Bounded<number>, place: string): void => of.set(place, (of.get(place) ?? 0) + 1);
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    const place = `${call.version} ${JSON.stringify(recognised.captured)}`;
    const { roles: named, number } = operations[call.operation];
    const holder = holders.of(passed);
    if (call.due !== undefined || named === "unstated" || !answered(exchange)) return [];
    if (holder === "main") {
      if (wasAccepted(exchange)) count(triesOf("main", passed).accepted, place);
      return [];
    }
    if (typeof holder === "string" || !enoughFor(named).includes(holder.role)) return [];
    const requirement = operationRule(call.operation, "ROLE");
    const own = triesOf(holder.role, passed);
    if (wasAccepted(exchange)) {
      own.isAccepted = true;
      return [{ requirement, judgement: upheld, passed }];
    }
    // A 401 is about the key itself, or a nonce that has been used.
    if (exchange.response.status !== 403) return [];
    count(own.refused, place);
    const main = triesOf("main", passed).accepted;
    const both = [...own.refused.keys()].map((at) => Math.min(own.refused.get(at) ?? 0, main.get(at) ?? 0));
    if (own.isAccepted || main.get(place) === undefined || both.reduce((sum, one) => sum + one, 0) < OFTEN) return [];
    const judgement = accepted(exchange, `a key with ${holder.role}, as for the main key`);
    return [
      {
        requirement,
        judgement: isDoubtful({ number, roles: named }, holder.role) ? mild(judgement) : judgement,
        passed,
      },
    ];
  };
  return { decides: ids.map((id) => operationRule(id, "ROLE")), see };
}
