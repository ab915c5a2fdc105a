import type { Sayings } from "../ground/said.ts";
import type { Session } from "../kernel/session.ts";
import { pathOf } from "../kernel/where.ts";
import { checkId } from "../plan/check.ts";
import { ECHO, echoIn } from "../requirements/records/echoes.ts";
import { EchoWatch } from "./echo-watch.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** Compares each answer to a write with its request; the results count for the rule about echoes. */
export function echoWatchOf(session: Session, counts: WatchCounts, sayings?: Sayings): EchoWatch {
  const { contract } = session.target;
  return new EchoWatch({
    pathOf: (call) => pathOf(call, session.target, session.world),
    judge: (exchange, call) => echoIn(exchange, call, contract),
    judged: (judgement, exchange, { operation, version }) => {
      if (version === "standalone") return;
      counts.count(checkId(ECHO, { operation: contract.operation(operation, version), version }), judgement, exchange);
      if (judgement.kind !== "broken") return;
      const { expected, received } = judgement;
      sayings?.add({ rule: ECHO, operation, version, expected, received, evidence: exchange.id });
    },
  });
}
