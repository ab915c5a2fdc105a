import { answered, type Exchange, parseJson } from "@plumbline/client";
import type { Came, Observation } from "@plumbline/model";
import { jsonOf, wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";

/** What became of a request, as far as the model may rely on it. */
function cameOf(exchange: Exchange): Came {
  if (wasAccepted(exchange)) return { kind: "done", json: jsonOf(exchange) };
  if (!wasRefused(exchange) || !answered(exchange)) return { kind: "unknown" };
  const { status } = exchange.response;
  // A limiter or a server that did not wait may have let it through all the same.
  return status === 408 || status === 429 ? { kind: "unknown" } : { kind: "refused", status };
}

/** Whether a call is a plain question of whoever may see everything: other callers and malformed questions show less. */
const isPlain = ({ due, rawPath, rawQuery, who }: Call): boolean =>
  due === undefined && rawPath === undefined && rawQuery === undefined && (who === undefined || who === "main");

/**
 * An exchange as the model takes it: `undefined` where it says nothing of records, `"anything"` where it may have changed
 * whatever there is.
 * @param path every path parameter of the call
 * @param targetTime what the target's clock shows at a moment of this machine's
 */
export function observationOf(
  exchange: Exchange,
  call: Call,
  path: Path,
  targetTime: (moment: number) => number,
): Observation | "anything" | undefined {
  const { method } = exchange.request;
  const isRead = method === "GET" || method === "HEAD" || call.operation === "issueServiceToken";
  // What never left says nothing, and has done nothing.
  if ("reach" in exchange.response && exchange.response.reach === "unsent") return undefined;
  const came = cameOf(exchange);
  const isElsewhere = call.elsewhere !== undefined || call.method !== undefined;
  if (isRead) {
    if (isElsewhere || method !== "GET" || !isPlain(call)) return undefined;
  } else if (isElsewhere || call.rawPath !== undefined || call.due !== undefined) {
    // A lax server may have taken the address, or what it was sent, for something else.
    if (came.kind !== "refused") return "anything";
    if (isElsewhere || call.rawPath !== undefined) return undefined;
  }
  const { body } = exchange.request;
  return {
    exchange: exchange.id,
    operation: call.operation,
    version: call.version,
    path,
    query: call.query ?? {},
    sent: body === undefined ? undefined : parseJson(body),
    came,
    began: targetTime(exchange.startedAt),
    ended: targetTime(exchange.startedAt + exchange.milliseconds),
  };
}
