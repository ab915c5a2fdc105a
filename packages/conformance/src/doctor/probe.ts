import { answered, type Exchange } from "@plumbline/client";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { converse, type Reach } from "../kernel/outside-runs.ts";
import type { Session } from "../kernel/session.ts";
import type { Target } from "../target/target.ts";
import { type Diagnosis, examine } from "./examine.ts";
import { UnreachableError } from "./unreachable-error.ts";

/**
 * The preflight alone, without a run after it. It only reads.
 * @throws UnreachableError when the target does not answer, or stops answering.
 */
export async function probe(target: Target, reach: Reach = {}): Promise<Diagnosis> {
  const origins = [target.baseUrl, ...(target.metricsUrl === undefined ? [] : [target.metricsUrl])];
  const { session, redacted, close } = converse({ ...target, allow: new Set<never>() }, origins, reach);
  try {
    const { world, findings, unserved } = await examine(session);
    const unbound = new Map([...world.unbound, ...(await alone(session).catch(noneWhenRefrained))]);
    return {
      world: { ...world, unbound },
      unserved,
      findings: findings.map((finding) => ({ ...finding, text: redacted(finding.text) })),
    };
  } catch (error) {
    if (error instanceof NotSentError && session.stopped !== undefined)
      throw new UnreachableError(target.baseUrl, redacted(session.stopped));
    throw error;
  } finally {
    close();
  }
}

/**
 * The operations without a version that the target seems to lack. Reading the path of the token endpoint issues no
 * token.
 */
async function alone(session: Session): Promise<ReadonlyMap<string, string>> {
  const { contract, metricsUrl } = session.target;
  const found = new Map<string, string>();
  if (metricsUrl === undefined) found.set("discoverMetricsTargets/standalone", "its address is not known");
  if (contract.route("issueServiceToken", "standalone") === undefined) return found;
  const read = { operation: "issueServiceToken", version: "standalone", method: "GET" } as const;
  let status = statusOf(await session.send({ ...read, who: "none" }, "doctor"));
  // A server that demands a key for every path answers 404 only to a caller with one.
  if (status === 401) status = statusOf(await session.send({ ...read, who: "main" }, "doctor"));
  if (status === 404) found.set("issueServiceToken/standalone", "the target answers 404");
  return found;
}

/** If the client refuses to ask the target again, no more operations are known to be missing. */
function noneWhenRefrained(error: unknown): ReadonlyMap<string, string> {
  if (error instanceof HandsOffError) return new Map();
  throw error;
}

const statusOf = (exchange: Exchange): number | undefined =>
  answered(exchange) ? exchange.response.status : undefined;
