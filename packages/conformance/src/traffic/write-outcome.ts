import { answered } from "@plumbline/client";
import type { Missed } from "./missed.ts";
import type { Passed } from "./passed.ts";

/**
 * What became of a write, as far as its answer says.
 * - `carried-out`: the server says so.
 * - `refused`: nothing has changed.
 * - `absent`: what was to be removed is not there; somebody on the way may have repeated a removal that was carried out.
 * - `unknown`: the server failed at it, at some point.
 * - `pending`: whoever answered, or nobody, cannot know; the server may carry it out later still.
 */
export type WriteOutcome = "carried-out" | "refused" | "absent" | "unknown" | "pending";

/** The outcome of what is no read; `undefined` for a read. */
export function outcomeOfPassed({ exchange }: Pick<Passed, "exchange">): WriteOutcome | undefined {
  const status = answered(exchange) ? exchange.response.status : undefined;
  return writeOutcome(exchange.request.method, status);
}

/** The same of a request whose exchange cannot be judged. */
export const outcomeOfMissed = ({ method, status }: Missed): WriteOutcome | undefined => writeOutcome(method, status);

function writeOutcome(method: string, status: number | undefined): WriteOutcome | undefined {
  if (READS.includes(method)) return undefined;
  if (status === undefined || OF_GATEWAYS.includes(status) || status >= UNNAMED) return "pending";
  if (status < 400) return "carried-out";
  if (status >= 500) return "unknown";
  return method === "DELETE" && ABSENT.includes(status) ? "absent" : "refused";
}

const READS: readonly string[] = ["GET", "HEAD", "OPTIONS"];
/** What gateways answer that gave up, or that a server answers which did (408). */
const OF_GATEWAYS: readonly number[] = [408, 502, 503, 504];
/** Beyond the statuses that have a name, gateways have their own (520 to 530). */
const UNNAMED = 512;
const ABSENT: readonly number[] = [404, 410];
