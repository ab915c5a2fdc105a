import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { mayBeOnTheWay } from "../ground/on-the-way.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Milliseconds before the second try, and the longest pause between two tries. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/** The share of the patience for an operation that has never worked and always answers with an error of its own. */
const UNPROVEN_SHARE = 0.25;

/**
 * Sends a request that undoes something, and repeats it after a temporary failure: a limiter, a server error, the page
 * of a gateway or no answer. All tries of one operation share the patience of the user, so that the run does not wait
 * again and again for a target that never undoes anything. An operation that has not worked yet, although nothing
 * stands in its way, gets a quarter of the patience, once for everything that it has to undo.
 * @param operation the operation that is sent; each has its own patience
 */
export async function undoPatiently(
  { inVain, pass, patience, seenGone }: Pick<UndoParts, "inVain" | "pass" | "patience" | "seenGone">,
  operation: OperationId,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const key = `${operation}: repeated`;
  let exchange = await send();
  for (let pause = FIRST_PAUSE; mayPass(exchange); pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const isHopeful = seenGone.has(operation) || isOfAnother(exchange);
    if (!isHopeful && inVain.has(key)) break;
    if (!patience.allows(operation, pause + exchange.milliseconds, isHopeful ? 1 : UNPROVEN_SHARE)) {
      inVain.add(key);
      break;
    }
    await pass(pause);
    exchange = await send();
  }
  return exchange;
}

/** Whether a limiter, a gateway or the network caused the answer, which says nothing about the operation. */
const isOfAnother = ({ response }: Exchange): boolean =>
  "fault" in response || [429, 502, 503, 504].includes(response.status);

/** Whether the same request may get another answer a moment later. */
function mayPass(exchange: Exchange): boolean {
  const { response } = exchange;
  if ("fault" in response) return response.fault !== "aborted" && response.fault !== "body-too-large";
  return response.status === 429 || response.status >= 500 || mayBeOnTheWay(exchange);
}
