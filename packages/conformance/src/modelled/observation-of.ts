import { answered, type Exchange, parseJson } from "@plumbline/client";
import type { Came, Extent, Observation } from "@plumbline/model";
import { operations, type Role } from "@plumbline/schemas";
import { jsonOf, wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";

/** The result of a request, as far as the model may rely on it. */
function cameOf(exchange: Exchange): Came {
  if (wasAccepted(exchange)) return { kind: "done", json: jsonOf(exchange) };
  if (!wasRefused(exchange) || !answered(exchange)) return { kind: "unknown" };
  const { status } = exchange.response;
  // Despite these statuses the server may have carried out the request, behind a limiter or after its own timeout.
  return status === 408 || status === 429 ? { kind: "unknown" } : { kind: "refused", status };
}

/** The role of the key, if the description names it as sufficient for the operation. */
function roleOf({ operation, who }: Call): Role | undefined {
  const { roles } = operations[operation];
  if (typeof who !== "object" || !("role" in who) || typeof roles === "string") return undefined;
  return roles.includes(who.role) ? who.role : undefined;
}

/** Whether a call is well-formed and from a caller who may see the record. Other calls show less. */
const isPlain = (call: Call): boolean =>
  call.due === undefined &&
  call.rawPath === undefined &&
  call.rawQuery === undefined &&
  (call.who === undefined || call.who === "main" || roleOf(call) !== undefined);

/** An exchange in the form that the model needs. */
export interface Heard {
  readonly observation: Observation;
  /** What a lenient server may have changed with this request besides the addressed record. */
  readonly mayReach: Extent | undefined;
}

/**
 * Converts an exchange for the model; `undefined` if it shows nothing about records.
 * @param path every path parameter of the call
 * @param targetTime converts a time of this machine's clock to the target's clock
 */
export function observationOf(
  exchange: Exchange,
  call: Call,
  path: Path,
  targetTime: (moment: number) => number,
): Heard | undefined {
  const { method } = exchange.request;
  const isRead = method === "GET" || method === "HEAD" || call.operation === "issueServiceToken";
  // A request that was never sent shows nothing and changed nothing.
  if ("reach" in exchange.response && exchange.response.reach === "unsent") return undefined;
  const came = cameOf(exchange);
  const isElsewhere = call.elsewhere !== undefined || call.method !== undefined;
  if (isRead && (isElsewhere || method !== "GET" || !isPlain(call))) return undefined;
  const isOdd = isElsewhere || call.rawPath !== undefined;
  if (!isRead && isOdd && came.kind === "refused") return undefined;
  const isLax = !isRead && came.kind !== "refused";
  // It is unknown how a server interprets an address that is deliberately wrong. A body that the server may accept only
  // reaches the addressed record.
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
