import type { Exchange, HeaderList, TransportFault, TransportFaultKind } from "@plumbline/client";
import type { Ask } from "../ground/ask.ts";
import type { Call } from "../ground/call.ts";

/** An answer that came to a request of this method, with a body where there is one. */
export function exchangeOf(status: number, json?: unknown, method = "GET"): Exchange {
  const body = json === undefined ? "" : JSON.stringify(json);
  return {
    id: `x${Math.random()}`,
    startedAt: 0,
    milliseconds: 1,
    request: { method, url: "http://127.0.0.1/", headers: [], credential: { scheme: "none" } },
    response: { status, headers: [], body, bodyBytes: body.length, invalidUtf8: false, json },
  };
}

/** A request that was not answered. */
export function faultOf(fault: TransportFaultKind, more: Partial<TransportFault> = {}): Exchange {
  return { ...exchangeOf(0), response: { fault, message: `it ended as ${fault}`, ...more } };
}

/** An answer of this status with these fields in its head. */
export function exchangeWith(status: number, headers: HeaderList): Exchange {
  const exchange = exchangeOf(status);
  return { ...exchange, response: { ...exchange.response, headers } };
}

/** A target that answers each call by a rule, and remembers what it was asked. */
export function scripted(answer: (call: Call, index: number) => Exchange): {
  readonly ask: Ask;
  readonly calls: readonly Call[];
} {
  const calls: Call[] = [];
  const ask: Ask = async (call) => answer(call, calls.push(call) - 1);
  return { ask, calls };
}
