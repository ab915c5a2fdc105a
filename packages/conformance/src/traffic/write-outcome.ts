import { answered } from "@plumbline/client";
import { saysAbsent } from "../ground/answers.ts";
import type { Missed } from "./missed.ts";
import type { Passed } from "./passed.ts";

/**
 * The outcome of a write, as far as its answer shows it.
 * - `carried-out`: the server says so.
 * - `refused`: nothing has changed.
 * - `absent`: the record to remove does not exist; a gateway may have repeated a removal that the server carried out.
 * - `unknown`: the server failed at some point of it.
 * - `pending`: a gateway answered, or nobody, so the server may carry it out later.
 */
export type WriteOutcome = "carried-out" | "refused" | "absent" | "unknown" | "pending";

/** The outcome of a write; `undefined` for a read. */
export function outcomeOfPassed({ exchange }: Pick<Passed, "exchange">): WriteOutcome | undefined {
  const status = answered(exchange) ? exchange.response.status : undefined;
  return writeOutcome(exchange.request.method, status);
}

/** The same for a request whose exchange cannot be judged. */
export const outcomeOfMissed = ({ method, status }: Missed): WriteOutcome | undefined => writeOutcome(method, status);

function writeOutcome(method: string, status: number | undefined): WriteOutcome | undefined {
  if (READS.includes(method)) return undefined;
  if (status === undefined || OF_GATEWAYS.includes(status) || status >= UNNAMED) return "pending";
  if (status < 400) return "carried-out";
  if (status >= 500) return "unknown";
  return method === "DELETE" && saysAbsent(status) ? "absent" : "refused";
}

const READS: readonly string[] = ["GET", "HEAD", "OPTIONS"];
/** Statuses of gateways that gave up waiting, and of a server that did (408). */
const OF_GATEWAYS: readonly number[] = [408, 502, 503, 504];
/** The first status above the named ones; gateways have their own there (520 to 530). */
const UNNAMED = 512;
