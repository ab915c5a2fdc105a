import { answered, type Exchange } from "@plumbline/client";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { converse, type Reach } from "../kernel/outside-runs.ts";
import type { Session } from "../kernel/session.ts";
import type { Target } from "../target/target.ts";
import { type Diagnosis, examine } from "./examine.ts";
import { UnreachableError } from "./unreachable-error.ts";

/**
 * What reading alone tells of a server: the doctor's look at it, without a run after it.
 * @throws UnreachableError when nothing answers, or nothing any more.
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

/** The operations outside the versions that do not seem to be there; a read of the token endpoint asks for no token. */
async function alone(session: Session): Promise<ReadonlyMap<string, string>> {
  const { contract, metricsUrl } = session.target;
  const found = new Map<string, string>();
  if (metricsUrl === undefined) found.set("discoverMetricsTargets/standalone", "its address is not known");
  if (contract.route("issueServiceToken", "standalone") === undefined) return found;
  const read = { operation: "issueServiceToken", version: "standalone", method: "GET" } as const;
  let status = statusOf(await session.send({ ...read, who: "none" }, "doctor"));
  // A server that asks everybody for a key, wherever they go, says only then that there is nothing.
  if (status === 401) status = statusOf(await session.send({ ...read, who: "main" }, "doctor"));
  if (status === 404) found.set("issueServiceToken/standalone", "the target answers 404");
  return found;
}

/** Of a target that is not asked again nothing more is known. */
function noneWhenRefrained(error: unknown): ReadonlyMap<string, string> {
  if (error instanceof HandsOffError) return new Map();
  throw error;
}

const statusOf = (exchange: Exchange): number | undefined =>
  answered(exchange) ? exchange.response.status : undefined;
