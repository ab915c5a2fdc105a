import { isOperationId } from "@plumbline/schemas";
import { broken, upheld } from "../ground/judgement.ts";
import type { Sayings } from "../ground/said.ts";
import type { Session } from "../kernel/session.ts";
import { pathOf } from "../kernel/where.ts";
import { ModelWatch } from "../modelled/model-watch.ts";
import { checkId } from "../plan/check.ts";
import { isOfConfigs, KEYS, RULE_OF } from "../requirements/records/records.ts";
import type { NeverServed } from "./never-served.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** The asker of the requests that examine a contradiction. */
const MODEL = "model";

/** Connects the model to a conversation; its results count for the rules about records. */
export function modelWatchOf(
  session: Session,
  counts: WatchCounts,
  neverServed: NeverServed,
  sayings?: Sayings,
): ModelWatch {
  const { target } = session;
  const { contract } = target;
  return new ModelWatch({
    target,
    pathOf: (call) => pathOf(call, target, session.world),
    isServed: ({ operation, version }) =>
      !session.world.unbound.has(`${operation}/${version}`) &&
      !(isOperationId(operation) && neverServed.isUnseen({ operation: contract.operation(operation), version })),
    targetTime: (moment) => session.targetTime(moment),
    ask: (call) => session.send(call, MODEL),
    pass: (milliseconds) => session.pass(milliseconds),
    isKnown: (id) => session.custody.knows(id),
    mark: session.mark,
    isHarmed: (id) => session.custody.whyLost(id) !== undefined,
    removesInVain: (remove) => session.custody.waitedInVain(remove),
    upheld: ({ class: kind, operation, version }, exchange) =>
      counts.count(checkId(RULE_OF[kind], { operation: contract.operation(operation), version }), upheld, exchange),
    showsKey: (shown, { operation, version }, exchange) => {
      if (!isOfConfigs(operation) || version === "standalone") return;
      const judgement =
        shown === "masked" ? upheld : broken("the key masked, with its last four characters", "all of it");
      counts.count(checkId(KEYS, { operation: contract.operation(operation), version }), judgement, exchange);
    },
    contradicted: ({ class: kind, expected, operation, received, version }, exchange, asker) => {
      const rule = RULE_OF[kind];
      const check = checkId(rule, { operation: contract.operation(operation), version });
      counts.count(check, broken(expected, received), exchange, asker);
      sayings?.add({ rule, operation, version, expected, received, evidence: exchange.id });
    },
  });
}
