import { type Answer, answered } from "@plumbline/client";
import { bindContract, neutral } from "@plumbline/schemas";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Subject } from "../ground/subject.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";

interface Seen extends Partial<Pick<WatchedExchange, "call" | "authorized">> {
  readonly id?: string;
  readonly check?: string;
  readonly status?: number;
  readonly json?: unknown;
}

/** The watched exchange of a plain request with the main key. */
export function watchedOf({ operation, version }: Subject, seen: Seen = {}): WatchedExchange {
  const { id = "x1", check, status = 200, json = {}, call, authorized = true } = seen;
  const exchange = { ...exchangeOf(status, json), id, ...(check !== undefined && { check }) };
  return {
    exchange,
    answer: answerOf(exchange),
    operation,
    version,
    call: call ?? { operation: operation.id, version },
    contract: bindContract(neutral),
    authorized,
    violations: [],
    moreViolations: 0,
  };
}

function answerOf(exchange: ReturnType<typeof exchangeOf>): Answer {
  if (!answered(exchange)) throw new Error("no answer");
  return exchange.response;
}
