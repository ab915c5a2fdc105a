import { setTimeout as sleep } from "node:timers/promises";
import { type Exchange, steadyNow, type TransportFaultKind } from "@plumbline/client";
import { answerOf, type Knocked } from "./knock.ts";

/** Milliseconds between two requests. */
const STEP = 500;
/** Milliseconds for one request: a server that is starting may accept a connection and never answer. */
const LOOK = 10_000;

/** Waits until a server answers, and not only a gateway before it. Also returns when the time is over. */
export async function waitForTarget(
  opened: Knocked,
  {
    seconds,
    signal,
    note,
  }: { readonly seconds: number; readonly signal: AbortSignal; readonly note: (text: string) => void },
): Promise<void> {
  const until = steadyNow() + seconds * 1_000;
  for (let looks = 0; !signal.aborted; looks += 1) {
    const exchange = await answerOf(opened, Math.max(STEP, Math.min(LOOK, until - steadyNow())), signal);
    if (isThere(exchange) || steadyNow() + STEP > until || signal.aborted) return;
    if (looks === 0) note(`waiting at most ${seconds} s for ${opened.target.baseUrl}: ${whyNot(exchange)}\n`);
    await sleep(STEP, undefined, { signal }).catch(() => undefined);
  }
}

/** A gateway may answer before its server does. An answer that is no HTTP counts here; `knock` reports it later. */
function isThere({ response }: Exchange): boolean {
  return "fault" in response ? !AWAY.has(response.fault) : ![502, 503, 504].includes(response.status);
}

const AWAY: ReadonlySet<TransportFaultKind> = new Set<TransportFaultKind>([
  ...(["refused", "unknown-host", "reset"] as const),
  ...(["connect-timeout", "head-timeout", "total-timeout"] as const),
]);

const whyNot = ({ response }: Exchange): string =>
  "fault" in response ? response.message : `it answers ${response.status}`;
