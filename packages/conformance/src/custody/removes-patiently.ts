import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { mayBeOnTheWay } from "../ground/on-the-way.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Milliseconds before the second try, and the longest pause between two. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/** Of the patience, what an operation has that was never seen to work and answers each time with an error of its own. */
const UNPROVEN_SHARE = 0.25;

/**
 * Sends what takes something back, and again after whatever may pass: a limiter, an error of the server, a gateway's page or
 * no answer. All tries of one operation share the patience that the user has, so that a target which never takes anything
 * back is not waited for again and again; one that has not worked yet, and does not seem to be cut off, has a quarter of it,
 * once for all that it is to take back.
 * @param operation what is sent, by which the patience is shared
 */
export async function removesPatiently(
  { inVain, pass, patience, seenGone }: Pick<UndoParts, "inVain" | "pass" | "patience" | "seenGone">,
  operation: OperationId,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const key = `${operation}: repeated`;
  let exchange = await send();
  for (let pause = FIRST_PAUSE; mayPass(exchange); pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const isHopeful = seenGone.has(operation) || isOfAnother(exchange);
    if (!isHopeful && inVain.has(key)) break;
    if (!patience.affords(operation, pause + exchange.milliseconds, isHopeful ? 1 : UNPROVEN_SHARE)) {
      inVain.add(key);
      break;
    }
    await pass(pause);
    exchange = await send();
  }
  return exchange;
}

/** Whether a limiter, a gateway or the network is in the way, which says nothing about the operation. */
const isOfAnother = ({ response }: Exchange): boolean =>
  "fault" in response || [429, 502, 503, 504].includes(response.status);

/** Whether the same request may well be answered otherwise in a moment. */
function mayPass(exchange: Exchange): boolean {
  const { response } = exchange;
  if ("fault" in response) return response.fault !== "aborted" && response.fault !== "body-too-large";
  return response.status === 429 || response.status >= 500 || mayBeOnTheWay(exchange);
}
