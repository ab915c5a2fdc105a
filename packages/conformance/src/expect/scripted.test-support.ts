import type { Exchange, HeaderList, TransportFault, TransportFaultKind } from "@plumbline/client";
import type { Ask } from "../ground/ask.ts";
import type { Call } from "../ground/call.ts";

/** An answer to a request with this method; it has a body if `json` is given. */
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

/** A request without an answer. */
export function faultOf(fault: TransportFaultKind, more: Partial<TransportFault> = {}): Exchange {
  return { ...exchangeOf(0), response: { fault, message: `it ended as ${fault}`, ...more } };
}

/** An answer with this status and these header fields. */
export function exchangeWith(status: number, headers: HeaderList): Exchange {
  const exchange = exchangeOf(status);
  return { ...exchange, response: { ...exchange.response, headers } };
}

/** A target that answers each call with a function and records the calls. */
export function scripted(answer: (call: Call, index: number) => Exchange): {
  readonly ask: Ask;
  readonly calls: readonly Call[];
} {
  const calls: Call[] = [];
  const ask: Ask = async (call) => answer(call, calls.push(call) - 1);
  return { ask, calls };
}
