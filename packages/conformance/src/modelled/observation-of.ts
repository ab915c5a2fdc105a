import { answered, type Exchange, parseJson } from "@plumbline/client";
import type { Came, Extent, Observation } from "@plumbline/model";
import { operations, type Role } from "@plumbline/schemas";
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

/** The role of a key of which the description says by itself that it is enough for what is asked. */
function roleOf({ operation, who }: Call): Role | undefined {
  const { roles } = operations[operation];
  if (typeof who !== "object" || !("role" in who) || typeof roles === "string") return undefined;
  return roles.includes(who.role) ? who.role : undefined;
}

/** Whether a call is a plain question of whoever may see what it asks for: other callers and malformed questions show less. */
const isPlain = (call: Call): boolean =>
  call.due === undefined &&
  call.rawPath === undefined &&
  call.rawQuery === undefined &&
  (call.who === undefined || call.who === "main" || roleOf(call) !== undefined);

/** An exchange as the model takes it. */
export interface Heard {
  readonly observation: Observation;
  /** Whatever a lax server may have changed with it beside what it was addressed to. */
  readonly mayReach: Extent | undefined;
}

/**
 * An exchange as the model takes it: `undefined` where it says nothing of records.
 * @param path every path parameter of the call
 * @param targetTime what the target's clock shows at a moment of this machine's
 */
export function observationOf(
  exchange: Exchange,
  call: Call,
  path: Path,
  targetTime: (moment: number) => number,
): Heard | undefined {
  const { method } = exchange.request;
  const isRead = method === "GET" || method === "HEAD" || call.operation === "issueServiceToken";
  // What never left says nothing, and has done nothing.
  if ("reach" in exchange.response && exchange.response.reach === "unsent") return undefined;
  const came = cameOf(exchange);
  const isElsewhere = call.elsewhere !== undefined || call.method !== undefined;
  if (isRead && (isElsewhere || method !== "GET" || !isPlain(call))) return undefined;
  const isOdd = isElsewhere || call.rawPath !== undefined;
  if (!isRead && isOdd && came.kind === "refused") return undefined;
  const isLax = !isRead && came.kind !== "refused";
  // Of an address that is wrong on purpose nobody knows for what it was taken; a body that may be taken reaches what it addresses.
  const extent = isElsewhere ? "everything" : "kind";
  const isWrong = isOdd || (call.due !== undefined && call.due !== "open");
  const mayReach = isLax && isWrong ? extent : undefined;
  const { body } = exchange.request;
  const who = isRead ? roleOf(call) : undefined;
  const observation: Observation = {
    exchange: exchange.id,
    operation: call.operation,
    version: call.version,
    path,
    query: call.query ?? {},
    ...(who !== undefined && { who }),
    sent: body === undefined ? undefined : parseJson(body),
    came,
    began: targetTime(exchange.startedAt),
    ended: targetTime(exchange.startedAt + exchange.milliseconds),
  };
  return { observation, mayReach };
}
