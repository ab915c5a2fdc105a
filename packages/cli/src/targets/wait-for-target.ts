import { setTimeout as sleep } from "node:timers/promises";
import { type Exchange, steadyNow, type TransportFaultKind } from "@plumbline/client";
import { answerOf, type Knocked } from "./knock.ts";

/** Milliseconds between two looks. */
const STEP = 500;
/** Milliseconds that a look may take: a server that comes up may take a connection and say nothing for ever. */
const LOOK = 10_000;

/** Waits until something answers that is no gateway without a server; returns when the time is over as well. */
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

/** A gateway is there before its server; what is no HTTP is said by whoever looks at the address. */
function isThere({ response }: Exchange): boolean {
  return "fault" in response ? !AWAY.has(response.fault) : ![502, 503, 504].includes(response.status);
}

const AWAY: ReadonlySet<TransportFaultKind> = new Set<TransportFaultKind>([
  ...(["refused", "unknown-host", "reset"] as const),
  ...(["connect-timeout", "head-timeout", "total-timeout"] as const),
]);

const whyNot = ({ response }: Exchange): string =>
  "fault" in response ? response.message : `it answers ${response.status}`;
