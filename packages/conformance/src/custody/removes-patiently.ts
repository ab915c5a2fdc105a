import type { Exchange } from "@plumbline/client";
import { mayBeOnTheWay } from "../ground/on-the-way.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Milliseconds before the second try, and the longest pause between two. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/**
 * Sends what takes something back, and again after whatever may pass: a limiter, an error of the server, a gateway's page or
 * no answer. All tries of one operation share the patience that the user has, so that a target which never takes anything
 * back is not waited for again and again.
 * @param operation what is sent, by which the patience is shared
 */
export async function removesPatiently(
  { pass, patience }: Pick<UndoParts, "pass" | "patience">,
  operation: string,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  let exchange = await send();
  for (let pause = FIRST_PAUSE; mayPass(exchange); pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    if (!patience.affords(operation, pause + exchange.milliseconds)) break;
    await pass(pause);
    exchange = await send();
  }
  return exchange;
}

/** Whether the same request may well be answered otherwise in a moment. */
function mayPass(exchange: Exchange): boolean {
  const { response } = exchange;
  if ("fault" in response) return response.fault !== "aborted" && response.fault !== "body-too-large";
  return response.status === 429 || response.status >= 500 || mayBeOnTheWay(exchange);
}
